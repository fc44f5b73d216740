// Reflexion for OpenCode: forwards its events to the hook scripts and puts what they answer where
// the model reads it. Written by `reflexion init`, taken out by `reflexion init --uninstall`.
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

const PYTHONS = @PYTHONS@
const TARGET = @TARGET@ // {script}: the hook's name; a relative path lies below the project
const TOOLS = { bash: "Bash", edit: "Edit", write: "Write", skill: "Skill" }

const BASE = /^([A-Za-z]:)?[\\/]/.test(TARGET[0]) ? "" : fileURLToPath(new URL("../..", import.meta.url))
const words = (script) => [BASE + TARGET[0], ...TARGET.slice(1)].map((word) => word.replace("{script}", script))

function run(python, args, payload) {
  return new Promise((done) => {
    let out = ""
    const child = spawn(python, ["-I", "-S", ...args], { cwd: payload.cwd, stdio: ["pipe", "pipe", "ignore"], timeout: 15000 })
    child.on("error", () => done(null)) // there is no such Python
    child.on("close", () => done(out.trim()))
    child.stdin.on("error", () => {})
    child.stdout.on("data", (data) => (out += data))
    child.stdin.end(JSON.stringify(payload))
  })
}

function answer(text) {
  if (!text.startsWith("{")) return { context: text }
  const whole = JSON.parse(text)
  const own = { ...whole, ...whole.hookSpecificOutput }
  return { context: own.additionalContext || "", notice: whole.systemMessage || "", deny: own.permissionDecision === "deny" && own.permissionDecisionReason, goOn: own.decision === "block" && own.reason }
}

async function call(script, payload) {
  const args = words(script)
  try {
    for (const python of existsSync(args[0]) ? PYTHONS : []) {
      const text = await run(python, args, payload)
      if (text !== null) return answer(text)
    }
  } catch {} // what is no answer never breaks a session
  return { context: "" }
}

export const Reflexion = async ({ directory, client }) => {
  const begun = new Set() // sessions that were told their start
  const fresh = new Set() // those that this process created
  const agents = new Set() // those of sub-agents
  async function tell(script, name, session, more) {
    const common = { host: "opencode", hook_event_name: name, session_id: session, cwd: directory, ...(agents.has(session) && { agent_id: session }) }
    const said = await call(script, { ...common, ...more })
    if (said.notice) await client?.tui?.showToast({ body: { message: said.notice, variant: "info" } }).catch(() => {})
    return said
  }
  const given = (tool, args, callID) => ({
    tool_name: TOOLS[tool] || tool, tool_use_id: callID,
    tool_input: { ...args, ...(args?.filePath && { file_path: args.filePath }), ...(tool === "skill" && { skill: args?.name }) },
  })
  return {
    event: async ({ event }) => {
      const { info, sessionID } = event.properties || {}
      if (event.type === "session.created" && info) (info.parentID ? agents : fresh).add(info.id)
      if (event.type !== "session.idle" || agents.has(sessionID)) return
      const { goOn } = await tell("capture", "Stop", sessionID, { stop_hook_active: false }) // at most once a session
      if (goOn) await client?.session?.prompt({ path: { id: sessionID }, body: { parts: [{ type: "text", text: goOn, synthetic: true }] } })?.catch(() => {})
    },
    "command.execute.before": async ({ command, sessionID }) => {
      if (/^reflexion-(on|off)$/.test(command)) await tell("capture", "UserPromptSubmit", sessionID, { prompt: command.replace("reflexion-", "/reflexion:") })
    },
    "chat.message": async ({ sessionID }, output) => {
      const texts = output.parts.filter((part) => part.type === "text" && !part.synthetic).map((part) => part.text)
      const scripts = agents.has(sessionID) ? [] : ["recall", "capture"]
      const said = []
      if (!begun.has(sessionID)) {
        const start = scripts.length ? ["SessionStart", { source: fresh.has(sessionID) ? "startup" : "resume" }] : ["SubagentStart", { agent_type: "task", prompt: texts.join("\n") }]
        said.push(await tell("recall", start[0], sessionID, start[1]))
      }
      begun.add(sessionID)
      for (const script of scripts) said.push(await tell(script, "UserPromptSubmit", sessionID, { prompt: texts.join("\n") }))
      const text = said.map((one) => one.context).filter(Boolean).join("\n")
      const id = `prt_${Date.now().toString(16)}reflexion`
      if (text) output.parts.push({ id, sessionID, messageID: output.message.id, type: "text", text, synthetic: true })
    },
    "tool.execute.before": async ({ tool, sessionID, callID }, { args }) => {
      if (tool !== "bash" && tool !== "skill") return
      const said = await tell("recall", "PreToolUse", sessionID, given(tool, args, callID))
      if (said.deny) throw new Error(said.deny)
    },
    "tool.execute.after": async ({ tool, sessionID, callID, args }, output) => {
      if (!TOOLS[tool]) return
      const exit = output.metadata?.exit // null: killed, or it took too long
      const text = output.metadata?.output ?? output.output
      const result = { stdout: text, stderr: "", ...(tool === "bash" && { exit_code: exit ?? null }) }
      const said = await tell("capture", "PostToolUse", sessionID, { ...given(tool, args, callID), tool_response: result })
      if (said.context) output.output += `\n${said.context}`
    },
    dispose: async () => {
      for (const id of [...begun].filter((one) => !agents.has(one))) for (const script of ["capture", "promote"]) await tell(script, "SessionEnd", id, { reason: "exit" })
    },
  }
}
