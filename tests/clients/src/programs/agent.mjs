// For agents: a scripted model names the tool to call, and the test checks what the agent then sends to it. The processes have a
// separate home folder, without settings or environment of the machine.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { startModel } from './model.mjs';

/**
 * `command` is the command of an agent: `[program, args, environment]`. `dialect` is the API of its model. With `attach`, that
 * process stays, and gets the command to continue; without it, each call has a separate process.
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

/** Other requests of an agent are refused at once: only its model and the server are available. */
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

/** Waits for the end of an agent, and returns its output. */
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
