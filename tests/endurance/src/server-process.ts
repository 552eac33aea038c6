import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Vitals, vitalsQuestion } from './vitals.ts';

/** A server in a separate process. */
export interface ServerProcess {
  readonly port: number;
  readonly url: string;
  /** Collects garbage in the process, and returns the remaining memory. */
  vitals(): Promise<Vitals>;
  /** The reports of the process, in order. */
  readonly reports: readonly unknown[];
  /** Lines on its error stream that are not lines of a log: stacks, and the last words of a crash. */
  readonly complaints: readonly string[];
  isRunning(): boolean;
  signal(name: NodeJS.Signals): void;
  /** How the process ended, and when by the clock of `performance.now()`. */
  readonly ended: Promise<Ending>;
  /** Kills the process if it still runs, and waits for its end. */
  kill(): Promise<void>;
}

/** How a process ended. */
interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly at: number;
}

const files = {
  'spec-server': new URL('../../../examples/spec-server/src/main.ts', import.meta.url),
  'artifact-server': new URL('./servers/artifact-server.ts', import.meta.url),
  'cost-server': new URL('./servers/cost-server.ts', import.meta.url),
  'load-server': new URL('./servers/load-server.ts', import.meta.url),
  'mounted-server': new URL('./servers/mounted-server.ts', import.meta.url),
  'stopping-server': new URL('./servers/stopping-server.ts', import.meta.url),
} as const;

const startsWithinMs = 30_000;
const maxComplaints = 20;

/** Starts a server from its source, and waits until it prints its URL. */
export async function startServer(
  name: keyof typeof files,
  environment: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): Promise<ServerProcess> {
  const preload = new URL('./servers/with-vitals.ts', import.meta.url);
  const child = fork(fileURLToPath(files[name]), {
    execArgv: [
      '--expose-gc',
      ...flags,
      '--conditions',
      '@toolwire/source',
      '--import',
      import.meta.resolve('tsx'),
      '--import',
      preload.href,
    ],
    env: { ...process.env, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // Should the tests end early, whatever the cause, no server outlives them.
  const killOnExit = (): void => void child.kill('SIGKILL');
  process.once('exit', killOnExit);
  const ended = once(child, 'exit').then(([code, signal]): Ending => {
    process.off('exit', killOnExit);
    return { code: code as Ending['code'], signal: signal as Ending['signal'], at: performance.now() };
  });
  const complaints = collectComplaints(child);
  const reports: unknown[] = [];
  child.on('message', (message) => void reports.push(message));
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };

  try {
    const url = await findUrl(child, ended, complaints);
    return {
      url,
      port: Number(new URL(url).port),
      vitals: () => askVitals(child),
      reports,
      complaints,
      isRunning: () => child.exitCode === null && child.signalCode === null,
      signal: (signal) => void child.kill(signal),
      ended,
      kill,
    };
  } catch (problem) {
    await kill();
    throw problem;
  }
}

function findUrl(child: ChildProcess, ended: Promise<Ending>, complaints: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      // Read to the end all the same, or the pipe fills up and the server waits.
      if (said.length > 10_000) return;
      said += text;
      const [url] = /http:\/\/127\.0\.0\.1:\d+(?=\s)/.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    });
    const fail = (why: string): void => reject(new Error(`The server ${why}: ${complaints.join('\n') || said}`));
    setTimeout(() => fail(`did not listen within ${startsWithinMs} ms`), startsWithinMs).unref();
    void ended.then(({ code }) => fail(`ended with code ${code} before it listened`));
  });
}

function collectComplaints(child: ChildProcess): readonly string[] {
  const complaints: string[] = [];
  let rest = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (isLogged(line) || complaints.length >= maxComplaints) continue;
      complaints.push(line);
    }
  });
  return complaints;
}

// A log line about an exception of middleware is a bug in toolwire.
function isLogged(line: string): boolean {
  return line === '' || (line.startsWith('{"level":') && !line.includes('middleware must return an outcome'));
}

async function askVitals(child: ChildProcess): Promise<Vitals> {
  const answer = new Promise<Vitals>((resolve, reject) => {
    const onExit = (): void => reject(new Error('The server ended before it could say how it is.'));
    child.once('exit', onExit);
    child.on('message', function take(message) {
      if (typeof message !== 'object' || !('heap' in message)) return;
      child.off('message', take).off('exit', onExit);
      resolve(message as Vitals);
    });
  });
  child.send(vitalsQuestion);
  return answer;
}
