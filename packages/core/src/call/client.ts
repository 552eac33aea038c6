import type { Askable } from './input-request.ts';

/** The program that sent a call. Clients choose their own name, so it isn't a proof of identity. */
export interface Client {
  /** Its name, such as `claude-code`; `undefined` if the protocol or the client does not report one. */
  readonly name: string | undefined;
  readonly version: string | undefined;
  /** The protocol revision that it uses, such as `2025-11-25`. */
  readonly protocolVersion: string | undefined;
  /** Whether it supports a kind of input request. */
  readonly canAsk: (kind: Askable) => boolean;
}

/** The fields of a call or request that describe its client. */
interface MaybeClient {
  readonly client?: Client | undefined;
  /** Requests input; absent if that is not possible. */
  readonly ask?: unknown;
}

/** The client of a call whose protocol reports none: it supports every input request if the call can make one, else none. */
export function clientOf({ client, ask }: MaybeClient): Client {
  return client ?? (ask === undefined ? silentClient : answeringClient);
}

/** The client of a running call. Without `ask`, the call can't request input even if its client supports it, as over HTTP without a stream. */
export function clientOfRun(call: MaybeClient): Client {
  const { name, version, protocolVersion, canAsk } = clientOf(call);
  return { name, version, protocolVersion, canAsk: (kind) => call.ask !== undefined && canAsk(kind) };
}

const unnamed = { name: undefined, version: undefined, protocolVersion: undefined };
const silentClient: Client = { ...unnamed, canAsk: () => false };
const answeringClient: Client = { ...unnamed, canAsk: () => true };
