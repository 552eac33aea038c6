import type { Server } from 'node:net';
import { pid } from 'node:process';
import { firstText, isObject, parseJson, stringsOf } from '@toolwire/internal';

/** A port that a program listens on. */
export interface Listening {
  /** The index of the server, in the order of the calls of `listen`. */
  readonly index: number;
  readonly isSecure: boolean;
  readonly address: string;
  readonly port: number;
}

/** The environment variable with the previous ports. Servers that listen on any free port get them again. */
export const portsVariable = 'TOOLWIRE_DEV_PORTS';

/** The environment variable with the URL of the module that has the inspector. `toolwire()` reads it. */
export const inspectorVariable = 'TOOLWIRE_DEV_INSPECTOR';

/**
 * Runs inside the user's program before it starts. Reports the ports to `toolwire dev`, and exits with `toolwire dev`.
 * Its source text is sent, so it can use only its parameters.
 */
function reportListening(net: { readonly Server: { readonly prototype: Server } }, process: NodeJS.Process): void {
  const ports = (process.env['TOOLWIRE_DEV_PORTS'] ?? '').split(',');
  const { prototype } = net.Server;
  // oxlint-disable-next-line typescript/unbound-method -- it is applied to each server below.
  const originalListen = prototype.listen;
  let count = 0;
  prototype.listen = function (this: Server, ...args: unknown[]) {
    const index = count;
    count += 1;
    const port = Number(ports[index]);
    const [first] = args;
    const options = typeof first === 'object' && first !== null ? (first as { readonly port?: unknown }) : undefined;
    if (port > 0 && (first === 0 || first === '0')) args[0] = port;
    if (port > 0 && options?.port === 0) args[0] = { ...options, port };
    this.once('listening', () => {
      const bound = this.address();
      if (bound === null || typeof bound === 'string' || !process.connected) return;
      const { address, port: boundPort } = bound;
      const isSecure = 'setSecureContext' in this;
      process.send?.({ toolwireListening: { index, isSecure, address, port: boundPort } });
    });
    return Reflect.apply(originalListen, this, args) as Server;
  };
  process.once('disconnect', () => process.exit());
  process.channel?.unref();
}

/** Precedes the report of an error on stderr. Below the report is the output of Node about the error. */
export const crashMark = '\u0000toolwire-crash ';

/** Runs inside the user's program, like `reportListening`. Reports the error that ends the program, before Node prints it. */
function reportCrash(process: NodeJS.Process, writeSync: (file: number, text: string) => void, mark: string): void {
  process.on('uncaughtExceptionMonitor', (thrown: unknown) => {
    // The program handles its errors itself, and goes on.
    if (process.listenerCount('uncaughtException') > 0 || process.hasUncaughtExceptionCaptureCallback()) return;
    const stacks: string[] = [];
    for (let error = thrown; stacks.length < 5 && error instanceof Error; error = error.cause) {
      stacks.push(String(error.stack));
    }
    const { message: text, code, help, issues } = Object(thrown) as Record<string, unknown>;
    // Schema libraries put a list of problems in the error, and JSON in its message. Their values may not be JSON.
    const problems = (Array.isArray(issues) ? issues.map(Object) : []).flatMap((issue: Record<string, unknown>) => {
      const path = Array.isArray(issue['path']) ? issue['path'].map(String).join('.') : '';
      return typeof issue['message'] === 'string' ? (path === '' ? '' : `${path}: `) + issue['message'] : [];
    });
    const message = problems.join('; ') || (typeof text === 'string' ? text : String(thrown));
    const [codeText, helpText] = [code, help].map((value) => (typeof value === 'string' ? value : ''));
    writeSync(2, `${mark}${JSON.stringify({ message, code: codeText, help: helpText, stacks })}\n`);
  });
}

/**
 * The module for `node --import` that reports where a program listens, and the error that ends it. Node also loads it in the threads
 * of the program and in the processes that it forks, where it does nothing.
 */
export function programHook(): string {
  const text = [
    `import net from 'node:net';import { pid } from 'node:process';import { writeSync } from 'node:fs';`,
    `import { isMainThread } from 'node:worker_threads';`,
    `if (isMainThread && process.ppid === ${pid}) {`,
    `(${reportListening.toString()})(net,process);`,
    `(${reportCrash.toString()})(process,writeSync,${JSON.stringify(crashMark)});`,
    '}',
    '//# sourceURL=toolwire:dev',
  ].join('\n');
  return `data:text/javascript,${encodeURIComponent(text)}`;
}

/** Reads a message of the program, which may send other messages too. */
export function readListening(message: unknown): Listening | undefined {
  if (!isObject(message)) return undefined;
  const { index, isSecure, address, port } = message;
  if (typeof index !== 'number' || typeof port !== 'number' || typeof address !== 'string') return undefined;
  return { index, isSecure: isSecure === true, address, port };
}

/** The URL for clients on this machine. */
export function urlOf({ isSecure, address, port }: Listening): string {
  const isAny = address === '::' || address === '0.0.0.0';
  const host = isAny ? '127.0.0.1' : address.includes(':') ? `[${address}]` : address;
  return `${isSecure ? 'https' : 'http'}://${host}:${port}`;
}

export interface Crash {
  readonly message: string;
  readonly code: string | undefined;
  /** The URL of an explanation. */
  readonly help: string | undefined;
  /** The stacks of the error and of its causes. */
  readonly stacks: readonly string[];
  /** The output of Node about the error. */
  readonly output: string;
}

/** Creates a reader that separates the report of an error from the other output of a program on stderr. */
export function createCrashReader() {
  let report = '';
  return {
    /** Adds output. Returns the part that does not belong to a report, once that is known. */
    add(text: string): string {
      const output = report + text;
      const start = offsetOfMark(output);
      report = output.slice(start);
      return output.slice(0, start);
    },
    /** The error, after the end of the output. */
    crash: (): Crash | undefined => readCrash(report),
  };
}

/** The offset of the mark, or of its start at the end of the text, or else the length of the text. */
function offsetOfMark(text: string): number {
  const offset = text.indexOf(crashMark);
  if (offset >= 0) return offset;
  const start = text.lastIndexOf(crashMark.slice(0, 1));
  return start >= 0 && crashMark.startsWith(text.slice(start)) ? start : text.length;
}

function readCrash(report: string): Crash | undefined {
  const end = report.indexOf('\n');
  // A program that was killed may have written only a part.
  const fields: unknown = end < 0 ? undefined : parseJson(report.slice(crashMark.length, end));
  if (!isObject(fields)) return undefined;
  const { message, code, help, stacks } = fields;
  return {
    message: String(message),
    code: firstText(code),
    help: firstText(help),
    stacks: stringsOf(stacks),
    output: report.slice(end + 1),
  };
}
