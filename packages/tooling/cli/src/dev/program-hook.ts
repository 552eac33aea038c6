import type { Server } from 'node:net';
import { pid } from 'node:process';
import { isObject } from '@toolwire/internal';
import { crashMark, reportCrash } from './crash-report.ts';

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

/**
 * The module for `node --import` that reports where a program listens, and the error that ends it. Node also loads it in the threads
 * of the program and in the processes that it forks, where it does nothing.
 */
export function programHook(): string {
  const text = [
    `import net from 'node:net';import { writeSync } from 'node:fs';`,
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
  const reachable = isAny ? '127.0.0.1' : address;
  const host = reachable.includes(':') ? `[${reachable}]` : reachable;
  return `${isSecure ? 'https' : 'http'}://${host}:${port}`;
}
