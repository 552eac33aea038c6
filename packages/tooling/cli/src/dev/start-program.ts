import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { isObject } from '@toolwire/internal';
import { type Crash, createCrashReader } from './crash-report.ts';
import type { Entry } from './find-entry.ts';
import { inspectorVariable, type Listening, portsVariable, programHook, readListening } from './program-hook.ts';

interface ProgramSettings {
  readonly entry: Entry;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The URL of the module with the inspector. */
  readonly inspectorUrl: string;
  /** The previous ports of its servers. */
  readonly ports: readonly number[];
  readonly onOutput: (text: string) => void;
  readonly onErrorOutput: (text: string) => void;
  readonly onListening: (listening: Listening) => void;
  /** Called when the program exits without `stop`. */
  readonly onEnd: (exit: number | string, crash: Crash | undefined) => void;
}

export interface RunningProgram {
  /** Stops the program, and kills it after a timeout. */
  readonly stop: (timeoutMs: number) => Promise<void>;
}

export function startProgram(settings: ProgramSettings): RunningProgram {
  const { entry, args, environment, inspectorUrl, ports, onListening } = settings;
  const loader = entry.isTypeScript ? ['--import', pathToFileURL(findTsx(entry)).href] : [];
  const child = spawn(process.execPath, ['--import', programHook(), ...loader, entry.file, ...args], {
    env: { ...environment, [portsVariable]: ports.join(','), [inspectorVariable]: inspectorUrl },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  forwardOutput(child.stdout, settings.onOutput);
  const crashReader = createCrashReader();
  forwardOutput(child.stderr, (text) => settings.onErrorOutput(crashReader.add(text)));
  let isStopped = false;
  let hasEnded = false;
  const onEnd: ProgramSettings['onEnd'] = (exit, crash) => {
    if (!isStopped && !hasEnded) settings.onEnd(exit, crash);
    hasEnded = true;
  };
  child.on('message', (message: unknown) => {
    const listening = isObject(message) ? readListening(message['toolwireListening']) : undefined;
    if (!isStopped && listening !== undefined) onListening(listening);
  });
  child.on('error', (error: NodeJS.ErrnoException) => {
    // A started program that can't be killed is not reported: 'close' follows when it ends.
    if (child.pid === undefined) onEnd(error.code ?? 1, spawnFailure(error));
  });
  child.on('close', (code, signal) => onEnd(code ?? signal ?? 1, crashReader.crash()));
  return {
    stop(timeoutMs) {
      isStopped = true;
      return stopProcess(child, timeoutMs);
    },
  };
}

/** Finds the tsx of the project, or the one installed with the command line. */
function findTsx({ file }: Entry): string {
  try {
    return createRequire(file).resolve('tsx');
  } catch {
    // The project does not have tsx.
    return createRequire(import.meta.url).resolve('tsx');
  }
}

function spawnFailure({ message }: Error): Crash {
  return { message: `Node can't be started: ${message}`, code: undefined, help: undefined, stacks: [], output: '' };
}

function forwardOutput(stream: NodeJS.ReadableStream | null, onText: (text: string) => void): void {
  stream?.setEncoding('utf8').on('data', onText);
}

async function stopProcess(child: ChildProcess, timeoutMs: number): Promise<void> {
  // A program that could not be started has no process ID.
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  await exited;
  clearTimeout(killTimer);
}
