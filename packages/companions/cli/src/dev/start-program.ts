import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import process from 'node:process';
import { StringDecoder } from 'node:string_decoder';
import { pathToFileURL } from 'node:url';
import { isObject } from '@toolwire/internal';
import type { Entry } from './find-entry.ts';
import { keptPorts, type Listening, programHook, readListening } from './tell-listening.ts';

/** What a program is started with, and who hears of it. */
interface ProgramSettings {
  readonly entry: Entry;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where the file is that has the inspector for it. */
  readonly partsAddress: string;
  /** The ports its servers had before. */
  readonly ports: readonly number[];
  readonly onOutput: (text: string) => void;
  readonly onErrorOutput: (text: string) => void;
  readonly onListening: (listening: Listening) => void;
  /** It has ended without being told to. */
  readonly onEnd: (how: number | string) => void;
}

/** A program that runs. */
interface RunningProgram {
  /** Ends it, and becomes rude when it takes longer than it may. */
  readonly stop: (patienceMs: number) => Promise<void>;
}

/** Starts the user's program as a process of its own. */
export function startProgram(settings: ProgramSettings): RunningProgram {
  const { entry, args, environment, partsAddress, ports, onListening, onEnd } = settings;
  const loader = entry.isTypeScript ? ['--import', pathToFileURL(findTsx(entry)).href] : [];
  const child = spawn(process.execPath, ['--import', programHook(partsAddress), ...loader, entry.file, ...args], {
    env: { ...environment, [keptPorts]: ports.join(',') },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  pass(child.stdout, settings.onOutput);
  pass(child.stderr, settings.onErrorOutput);
  let isStopped = false;
  child.on('message', (message: unknown) => {
    const listening = isObject(message) ? readListening(message['toolwireListening']) : undefined;
    if (!isStopped && listening !== undefined) onListening(listening);
  });
  child.on('close', (code, signal) => {
    if (!isStopped) onEnd(code ?? signal ?? 1);
  });
  return {
    stop(patienceMs) {
      isStopped = true;
      return stop(child, patienceMs);
    },
  };
}

/** The project's own, or the one that came with us. */
function findTsx({ file }: Entry): string {
  try {
    return createRequire(file).resolve('tsx');
  } catch {
    // It has none.
    return createRequire(import.meta.url).resolve('tsx');
  }
}

function pass(stream: NodeJS.ReadableStream | null, to: (text: string) => void): void {
  const decoder = new StringDecoder();
  stream?.on('data', (chunk: Buffer) => to(decoder.write(chunk)));
}

async function stop(child: ChildProcess, patienceMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const forced = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await gone;
  clearTimeout(forced);
}
