// For agents: a model of ours tells one which tool to call, and what the agent then sends that model is what was seen.
// Its processes have a home of their own; nothing of the machine's settings or environment is handed on.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { startModel } from './model.mjs';

/**
 * `command` says how an agent is started: `[program, args, environment]`; `dialect` is how its model is spoken to. With
 * `attach`, that process stays, and it is told how to have it go on; without, there is one for each call.
 */
export async function connectAgent(
  { dialect, prepare = () => Promise.resolve(), command, attach },
  { url, stdio, file },
) {
  const home = await mkdtemp(join(tmpdir(), 'toolwire-agent-'));
  process.once('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));
  const model = await startModel(dialect);
  const place = { url, stdio, file, home, modelUrl: model.url };
  await prepare(place);
  const lasting = attach && start(command(place), home);
  const goOn = attach ? await attach(lasting) : (signal) => wordsOf(start(command(place), home, 240_000), signal);
  // The whole of what is to be called is one conversation: to start an agent is slow.
  let tools;
  const kept = new Map();
  const ask = async (calls, signal) => {
    model.expect(calls);
    const words = await goOn(signal);
    tools = model.seen.tools;
    for (const [index, result] of model.seen.results.entries()) kept.set(JSON.stringify(calls[index]), result);
    return words;
  };
  return {
    // It reads an object as JSON, and nothing else.
    reader: 'model',
    expect: (calls) => ask(calls.map(([name, args]) => ({ name, args }))),
    list: async () => {
      if (tools === undefined) await ask([]);
      return tools.filter(isFit).map(({ name }) => name);
    },
    call: async (name, args, { signal } = {}) => {
      const call = { name, args };
      const key = JSON.stringify(call);
      const words = kept.has(key) ? '' : await ask([call], signal);
      if (!kept.has(key)) throw new Error(`the model is sent no result: ${words}`);
      return kept.get(key);
    },
    close: async () => {
      lasting?.kill();
      await model.close();
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

/** Starts an agent; it is stopped when its time is over, and with this process. */
function start([program, args, environment], home, timeout) {
  const { PATH, TMPDIR } = process.env;
  const env = { PATH, ...(TMPDIR !== undefined && { TMPDIR }), HOME: home, NO_COLOR: '1', ...offline, ...environment };
  const child = spawn(program, args, { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'], timeout });
  const stop = () => child.kill();
  process.once('exit', stop);
  child.once('close', () => process.off('exit', stop));
  return child;
}

/** Waits for the end of an agent, and gives back what it said. */
function wordsOf(child, signal) {
  signal?.addEventListener('abort', () => child.kill('SIGINT'));
  let words = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (words += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (words += text));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', () => done(words.trim()));
  });
}
