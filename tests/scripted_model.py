"""A model on loopback that plays a fixed script of tool calls, so that the real Claude Code can be driven without a real model."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class ScriptedModel:
    """`steps`: one per request of the main agent, {"bash": command} or {"text": last words}. `requests` collects what the model was sent."""

    def __init__(self, steps: list):
        self.steps, self.requests, self.turn = list(steps), [], 0
        self.lock = threading.Lock()
        model = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_HEAD(self):
                self.send_response(200)
                self.end_headers()

            do_GET = do_HEAD

            def do_POST(self):
                body = json.loads(
                    self.rfile.read(int(self.headers.get("content-length") or 0)) or b"{}"
                )
                model.requests.append(body)
                message = model.answer(body)
                data, kind = (
                    (stream(message), "text/event-stream")
                    if body.get("stream")
                    else (json.dumps(message).encode(), "application/json")
                )
                self.send_response(200)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *exc):
        self.server.shutdown()
        self.server.server_close()

    def answer(self, body: dict) -> dict:
        """The next step for a request that offers tools; a plain word for any other."""
        with self.lock:
            step, n = {"text": "ok"}, len(self.requests)
            if any(tool.get("name") == "Bash" for tool in body.get("tools") or []):
                step = self.steps[self.turn] if self.turn < len(self.steps) else {"text": "done"}
                self.turn += 1
        if "bash" in step:
            block = {
                "type": "tool_use",
                "id": f"toolu_{n:05d}",
                "name": "Bash",
                "input": {"command": step["bash"], "description": "run"},
            }
        else:
            block = {"type": "text", "text": step["text"]}
        return {
            "id": f"msg_{n}",
            "type": "message",
            "role": "assistant",
            "model": body.get("model", "m"),
            "content": [block],
            "stop_sequence": None,
            "stop_reason": "tool_use" if "bash" in step else "end_turn",
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }

    def sent(self) -> str:
        """All that the model was sent in the end, as one text: each request holds the conversation so far."""
        return max(
            (json.dumps(body.get("messages"), ensure_ascii=False) for body in self.requests),
            key=len,
            default="",
        )


def stream(message: dict) -> bytes:
    """The message as the server-sent events of a streamed answer."""
    block = message["content"][0]
    if block["type"] == "text":
        start, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": block["text"]}
    else:
        start, delta = (
            {**block, "input": {}},
            {"type": "input_json_delta", "partial_json": json.dumps(block["input"])},
        )
    events = [
        {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}},
        {"type": "content_block_start", "index": 0, "content_block": start},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {
            "type": "message_delta",
            "delta": {"stop_reason": message["stop_reason"], "stop_sequence": None},
            "usage": {"output_tokens": 1},
        },
        {"type": "message_stop"},
    ]
    return b"".join(
        f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode() for event in events
    )


def claude_session(
    executable: str, project, home, steps: list, prompt: str, allowed=("Bash(*)",)
) -> str:
    """One `claude -p` in the project; what the model was sent. With allowed=() only the settings permit a call."""
    with ScriptedModel(steps) as model:
        environ = {
            "HOME": str(home),
            "PATH": os.environ["PATH"],
            "TERM": "dumb",
            "LANG": "C.UTF-8",
            "ANTHROPIC_API_KEY": "dummy",
            "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{model.port}",
            "DISABLE_TELEMETRY": "1",
            "DISABLE_AUTOUPDATER": "1",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        }
        done = subprocess.run(
            [executable, "-p", prompt, *(["--allowedTools", *allowed] if allowed else [])],
            cwd=project,
            env=environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=180,
        )
        assert done.returncode == 0, done
        return model.sent()
