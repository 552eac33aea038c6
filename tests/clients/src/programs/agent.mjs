// For agents: a model of ours tells one which tool to call, and what the agent then sends that model is what was seen.
// Each call is a process with a home of its own; nothing of the machine's settings or environment is handed on.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { startModel } from './model.mjs';

/** `command` says how an agent is started: `[program, args, environment]`; `dialect` is how its model is spoken to. */
export async function connectAgent({ dialect, prepare = () => Promise.resolve(), command }, { url }) {
  const home = await mkdtemp(join(tmpdir(), 'toolwire-agent-'));
  const model = await startModel(dialect);
  const place = { url, home, modelUrl: model.url };
  await prepare(place);
  const ask = async (wanted, { signal } = {}) => {
    model.expect(wanted);
    const words = await run(command(place), home, signal);
    const { result } = model.seen;
    if (wanted !== undefined && result === undefined) throw new Error(`the model is sent no result: ${words}`);
    return result;
  };
  return {
    // It reads an object as JSON, and nothing else.
    reader: 'model',
    list: async () => {
      await ask();
      return model.seen.tools.filter(isFit).map(({ name }) => name);
    },
    call: (name, args, how) => ask({ name, args }, how),
    close: async () => {
      await model.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Whether a model's interface takes a tool as the agent describes it: what it refuses is as good as not there. */
function isFit({ description, parameters }) {
  const combined = ['anyOf', 'oneOf', 'allOf'].some((name) => parameters?.[name] !== undefined);
  return typeof description === 'string' && parameters?.type?.toLowerCase() === 'object' && !combined;
}

/** What an agent would fetch from elsewhere is refused at once: there is its model, and the server. */
const offline = { HTTPS_PROXY: 'http://127.0.0.1:1', HTTP_PROXY: 'http://127.0.0.1:1', NO_PROXY: '127.0.0.1' };

/** Runs an agent to its end, and gives back what it said. */
function run([program, args, environment], home, signal) {
  const { PATH, TMPDIR } = process.env;
  const env = { PATH, ...(TMPDIR !== undefined && { TMPDIR }), HOME: home, NO_COLOR: '1', ...offline, ...environment };
  const child = spawn(program, args, { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 120_000 });
  signal?.addEventListener('abort', () => child.kill('SIGINT'));
  let words = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (words += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (words += text));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', () => done(words.trim()));
  });
}
