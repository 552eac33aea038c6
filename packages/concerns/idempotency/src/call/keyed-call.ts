import type { DetachedLifetime, Lifetime, MaybePromise, Next, Outcome } from '@toolwire/core';
import { identifiesCaller, LazySignal, mayRunTwice, ownerOf, toHex, utf8Key } from '@toolwire/internal';
import type { StoredResult } from '../idempotency-store.ts';
import type { EndReason, KeyedWork } from '../runs/keyed-work.ts';
import { canonicalJson } from './fingerprint.ts';
import { didNotRun, stopped, type ToolCall } from './keyed-outcomes.ts';
import { retentionOf, StoredOutcome } from './stored-outcome.ts';

/** Runs the tool of one call as keyed work. */
export class KeyedCall implements KeyedWork<Outcome> {
  readonly key: string;
  readonly owner: string | undefined;
  readonly fingerprint: string;
  readonly call: ToolCall;
  readonly #next: Next;
  readonly #lifetime: DetachedLifetime;
  #endReason: EndReason = 'canceled';

  constructor(key: string, owner: string | undefined, fingerprint: string, call: ToolCall, next: Next) {
    this.key = key;
    this.owner = owner;
    this.fingerprint = fingerprint;
    this.call = call;
    this.#next = next;
    // A caller that left may return for the result, so the run continues without it (CASE-17).
    this.#lifetime = call.lifetime.withoutCaller ?? new CancelableLifetime();
  }

  /** The same call, to run from its start. */
  restart(): KeyedCall {
    return new KeyedCall(this.key, this.owner, this.fingerprint, this.call, this.#next);
  }

  get caller(): Lifetime {
    return this.call.lifetime;
  }

  get repeatable(): boolean {
    return mayRunTwice(this.call.tool);
  }

  // Tools don't throw: their errors are outcomes. Another stage threw, and the tool may have run before.
  get throwMeans(): 'in_doubt' {
    return 'in_doubt';
  }

  run(): MaybePromise<Outcome> {
    if (this.#lifetime.isCanceled) return didNotRun(this.call.tool);
    return this.#next({ lifetime: this.#lifetime });
  }

  end(reason: EndReason): void {
    this.#endReason = reason;
    this.#lifetime.cancel(new DOMException(abortMessages[reason], 'AbortError'));
  }

  shouldStopWaiting(): boolean {
    return this.#lifetime.signal.aborted;
  }

  finalValue(outcome: Outcome): Outcome {
    // A canceled tool fails because of its cancellation, so the failure is replaced. A value is a real result.
    if (outcome.kind !== 'failed' || !this.#lifetime.isCanceled) return outcome;
    return stopped(this.#endReason, this.call.tool);
  }

  encode(outcome: Outcome): StoredResult | undefined {
    const { tool } = this.call;
    const retention = retentionOf(outcome, this.#lifetime, tool);
    return retention === undefined ? undefined : new StoredOutcome(retention, outcome, tool.version);
  }
}

const abortMessages: Readonly<Record<EndReason, string>> = {
  canceled: 'The call was canceled',
  unattended: 'No caller waits for the result any longer',
};

/** The lifetime of a run outside a server, which only a cancellation ends. */
class CancelableLifetime extends LazySignal implements DetachedLifetime {
  isCanceled = false;

  cancel(reason: DOMException): void {
    this.isCanceled = true;
    this.abort(reason);
  }
}

/**
 * Returns a text that identifies the caller: the principal with its issuer and client, the user ID, and the tokens and secrets that
 * the tool can read. Tokens and secrets enter as an HMAC keyed by the call itself. Processes agree without a shared secret, no plain
 * digest of a token is stored, and the same token has another digest in each call.
 */
export function callerScope(call: ToolCall, owner: string | undefined = ownerOf(call)): MaybePromise<string> {
  const { userId } = call.context;
  // The most frequent case is a constant.
  const scope = owner === undefined && userId === undefined ? anonymous : part(owner) + part(userId);
  const credentials = credentialsOf(call);
  return credentials.length === 0
    ? scope
    : keyedDigest(scope + part(call.callerCallId), credentials).then((digest) => scope + part(digest));
}

/** Length-prefixed, so no two callers get the same text. A missing part differs from an empty one. */
function part(text: string | undefined): string {
  return text === undefined ? '-' : `${text.length}:${text}`;
}

const anonymous = part(undefined) + part(undefined);

/** The tokens and secrets of the call that the tool can read, sorted. */
function credentialsOf(call: ToolCall): readonly string[] {
  const { context, tool } = call;
  const { requirements } = tool;
  if (requirements?.authorization === undefined && requirements?.secrets === undefined) return none;
  return [
    ...context.authorization
      .filter((token) => identifiesCaller(call, token))
      .flatMap(({ id, token }) =>
        isDeclared(requirements.authorization, id) ? [`token ${canonicalJson([id, token])}`] : [],
      ),
    ...context.secrets
      .filter((secret) => identifiesCaller(call, secret))
      .flatMap(({ id, value }) =>
        isDeclared(requirements.secrets, id) ? [`secret ${canonicalJson([id, value])}`] : [],
      ),
  ].sort();
}

const none: readonly string[] = [];

function isDeclared(declared: readonly { readonly id: string }[] = [], requestedId: string): boolean {
  return declared.some(({ id }) => id === requestedId);
}

async function keyedDigest(key: string, credentials: readonly string[]): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', encoder.encode(utf8Key(key)), algorithm, false, ['sign']);
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', imported, encoder.encode(canonicalJson(credentials))));
  return toHex(digest);
}

const encoder = new TextEncoder();
