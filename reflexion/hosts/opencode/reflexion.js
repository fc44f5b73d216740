// Reflexion for OpenCode: forwards its events to the hook scripts and puts what they answer where
// the model reads it. Written by `reflexion init`, taken out by `reflexion init --uninstall`.
import { spawn } from "node:child_process"

// what other hosts have in a file of settings
const SETTINGS = @SETTINGS@
const TOOLS = { bash: "Bash", skill: "Skill" }
// `opencode run` ends with its turn: whoever is asked then has no time to answer
const IS_SINGLE = process.argv.includes("run") && !process.argv.includes("--attach")

// Git brings a shell on Windows, mostly outside of the path
const SHELLS = process.platform === "win32" ? ["sh", `${process.env.ProgramFiles}\\Git\\bin\\sh.exe`] : ["sh"]

// `opencode run` puts a prompt of several words into quotation marks
function asTyped(text) {
  return IS_SINGLE && /^"(?:[^"\\]|\\.)*"$/s.test(text) ? text.slice(1, -1).replaceAll('\\"', '"') : text
}

function run(shell, line, payload) {
  return new Promise((done) => {
    let out = ""
    const child = spawn(shell, ["-c", line], { cwd: payload.cwd, stdio: ["pipe", "pipe", "ignore"], timeout: 15000 })
    child.on("error", () => done(null)) // there is no such shell
    child.on("close", () => done(out.trim()))
    child.stdin.on("error", () => {})
    child.stdout.on("data", (data) => (out += data))
    child.stdin.end(JSON.stringify(payload))
  })
}

function answer(text) {
  const whole = text ? JSON.parse(text) : {}
  return { context: whole.hookSpecificOutput?.additionalContext || "", notice: whole.systemMessage || "", question: (whole.decision === "block" && whole.reason) || "" }
}

async function call(script, payload) {
  try {
    const hooks = SETTINGS.hooks[payload.hook_event_name].flatMap((group) => group.hooks)
    const line = hooks.map((hook) => hook.command).find((command) => command.includes(`: reflexion ${script};`))
    for (const shell of SHELLS) {
      const text = await run(shell, line, payload)
      if (text !== null) return answer(text)
    }
  } catch {} // what is no answer never breaks a session
  return answer("")
}

export const Reflexion = async ({ directory, client }) => {
  const begun = new Set() // sessions that were told their start
  const fresh = new Set() // those that this process created
  const parents = new Map() // session of a sub-agent -> the session that started it
  const asked = new Set() // sessions that a question made go on

  async function tell(script, name, session, more) {
    const parent = parents.get(session)
    const whose = parent ? { session_id: parent, agent_id: session } : { session_id: session }
    const said = await call(script, { host: "opencode", hook_event_name: name, cwd: directory, ...whose, ...more })
    if (said.notice) await client?.tui?.showToast({ body: { message: said.notice, variant: "info" } }).catch(() => {})
    return said
  }

  async function stop(session) {
    const name = parents.has(session) ? "SubagentStop" : "Stop"
    const { question } = await tell("capture", name, session, { stop_hook_active: asked.delete(session) })
    if (!question) return
    asked.add(session)
    const body = { parts: [{ type: "text", text: question, synthetic: true }] }
    await client?.session?.prompt({ path: { id: session }, body })?.catch(() => {})
  }

  async function begin(session) {
    begun.add(session)
    if (parents.has(session)) return tell("recall", "SubagentStart", session, { agent_type: "task" })
    return tell("recall", "SessionStart", session, { source: fresh.has(session) ? "startup" : "resume" })
  }

  return {
    event: async ({ event }) => {
      const { info, sessionID } = event.properties || {}
      if (event.type === "session.created" && info?.parentID) parents.set(info.id, info.parentID)
      else if (event.type === "session.created" && info) fresh.add(info.id)
      if (event.type === "session.idle" && !IS_SINGLE) await stop(sessionID)
    },
    "shell.env": async ({ sessionID }, output) => {
      if (sessionID) output.env.OPENCODE_SESSION_ID = parents.get(sessionID) || sessionID
    },
    "chat.message": async ({ sessionID }, output) => {
      const typed = output.parts.filter((part) => part.type === "text" && !part.synthetic)
      const prompt = asTyped(typed.map((part) => part.text).join("\n"))
      const said = begun.has(sessionID) ? [] : [await begin(sessionID)]
      if (prompt && !parents.has(sessionID)) for (const script of ["recall", "capture"]) said.push(await tell(script, "UserPromptSubmit", sessionID, { prompt }))
      const text = said.map((one) => one.context).filter(Boolean).join("\n")
      const id = `prt_${Date.now().toString(16)}reflexion`
      if (text) output.parts.push({ id, sessionID, messageID: output.message.id, type: "text", text, synthetic: true })
    },
    "tool.execute.after": async ({ tool, sessionID, callID, args }, output) => {
      if (tool !== "bash" && tool !== "skill") return
      const text = output.metadata?.output ?? output.output
      const exit = output.metadata?.exit // null: killed, or it took too long
      const response = { stdout: text, stderr: "", ...(exit && { exit_code: exit }), interrupted: tool === "bash" && exit === null }
      const payload = { tool_name: TOOLS[tool], tool_use_id: callID, tool_input: args, tool_response: response }
      const said = await tell(tool === "bash" ? "capture" : "recall", "PostToolUse", sessionID, payload)
      if (said.context) output.output += `\n${said.context}`
    },
    dispose: async () => {
      for (const id of begun) if (!parents.has(id)) for (const script of ["capture", "promote"]) await tell(script, "SessionEnd", id, { reason: "exit" })
    },
  }
}
