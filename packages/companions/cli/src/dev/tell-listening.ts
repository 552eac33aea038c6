import type { Server } from 'node:net';
import { isObject } from '@toolwire/internal';

/** Where a program listens. */
export interface Listening {
  /** Which of its servers this is, in the order in which they were told to listen. */
  readonly at: number;
  readonly isSecure: boolean;
  readonly address: string;
  readonly port: number;
}

/** The variable with the ports that servers had before, which those that ask for any free one get again. */
export const keptPorts = 'TOOLWIRE_DEV_PORTS';

/**
 * Runs inside the user's program, in front of it: tells `toolwire dev` where it listens, and ends it with `toolwire dev`.
 * It is sent as its own text, so it knows nothing but its parameters.
 */
function tellListening(net: { readonly Server: { readonly prototype: Server } }, process: NodeJS.Process): void {
  const kept = (process.env['TOOLWIRE_DEV_PORTS'] ?? '').split(',');
  const { prototype } = net.Server;
  // oxlint-disable-next-line typescript/unbound-method -- it is applied to each server below.
  const before = prototype.listen;
  let count = 0;
  prototype.listen = function (this: Server, ...given: unknown[]) {
    const at = count;
    count += 1;
    const keptPort = Number(kept[at]);
    const [first] = given;
    const options = typeof first === 'object' && first !== null ? (first as { readonly port?: unknown }) : undefined;
    if (keptPort > 0 && (first === 0 || first === '0')) given[0] = keptPort;
    if (keptPort > 0 && options?.port === 0) given[0] = { ...options, port: keptPort };
    this.once('listening', () => {
      const bound = this.address();
      if (bound === null || typeof bound === 'string' || !process.connected) return;
      const { address, port } = bound;
      process.send?.({ toolwireListening: { at, isSecure: 'setSecureContext' in this, address, port } });
    });
    return Reflect.apply(before, this, given) as Server;
  };
  process.once('disconnect', () => process.exit());
  process.channel?.unref();
}

/** What `node --import` is told to load, so that a program tells where it listens, and has the inspector at hand. */
export function programHook(partsAddress: string): string {
  const load = `() => import(${JSON.stringify(partsAddress)}).then(({ givenParts }) => givenParts)`;
  // Under this name the quickstart looks for it.
  const give = `globalThis[Symbol.for('toolwire.dev')] = { inspector: ${load}, models: ${load} };`;
  const text = `import net from 'node:net';import process from 'node:process';${give}(${tellListening.toString()})(net,process);\n//# sourceURL=toolwire:dev`;
  return `data:text/javascript,${encodeURIComponent(text)}`;
}

/** Reads what a program told. A program has messages of its own too. */
export function readListening(told: unknown): Listening | undefined {
  if (!isObject(told)) return undefined;
  const { at, isSecure, address, port } = told;
  if (typeof at !== 'number' || typeof port !== 'number' || typeof address !== 'string') return undefined;
  return { at, isSecure: isSecure === true, address, port };
}

/** The address that a client on this machine takes. */
export function urlOf({ isSecure, address, port }: Listening): string {
  const isAny = address === '::' || address === '0.0.0.0';
  const host = isAny ? '127.0.0.1' : address.includes(':') ? `[${address}]` : address;
  return `${isSecure ? 'https' : 'http'}://${host}:${port}`;
}
