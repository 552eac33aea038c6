import { type InputRequests, InputRequired, isInputRequired, type MaybePromise } from '@toolwire/core';
import type { ServiceLimits } from '@toolwire/core/wire';
import { isToolError, mapError } from '@toolwire/errors';
import type { McpContext } from '../definitions/mcp-context.ts';
import { refusalError } from '../results/encode-refusal.ts';
import { type RpcError, rpcCodes } from '../rpc/json-rpc.ts';
import type { OfferReply, OfferRequest } from './offer.ts';
import { OfferTime } from './offer-time.ts';

/** What the function of an author came to, or the reply to a caller for whom it came to nothing. */
type Ran<Value> =
  | { readonly value: Value; readonly reply?: undefined }
  | { readonly value?: undefined; readonly reply: OfferReply };

/** What is run, in words, and how long it may take. */
interface RunSettings {
  /** Such as `The resource`. */
  readonly subject: string;
  readonly timeoutMs?: number | undefined;
}

/** Runs a function of an author. */
export type RunOffer = <Value>(
  work: (context: McpContext) => MaybePromise<Value>,
  request: OfferRequest,
  settings: RunSettings,
) => Promise<Ran<Value>>;

/** The limits of servers that name none. */
export const defaultLimits: ServiceLimits = { timeoutMs: 30_000, outputBytes: 10 * 1024 * 1024, runningCalls: 1000 };

/** Makes what runs authors' functions under the limits of tools: so many at once, for so long, and no word of what they throw by surprise. */
export function createRunOffer(report: (thrown: unknown) => void): RunOffer {
  let running = 0;
  return async (work, request, { subject, timeoutMs }) => {
    const limits = request.context.service.limits ?? defaultLimits;
    // MCP-COMP-05: so much at once, and no more.
    if (running >= limits.runningCalls) return { reply: { kind: 'error', error: overloaded } };
    const time = new OfferTime(timeoutMs ?? limits.timeoutMs, request.context.lifetime);
    running += 1;
    try {
      return { value: await Promise.race([begin(work, contextOf(request, time)), time.ended]) };
    } catch (thrown) {
      if (isInputRequired(thrown)) return { reply: { kind: 'asks', requests: thrown.requests } };
      if (time.isOver) return { reply: failed(`${subject} was not there in time. Try again later.`) };
      if (!isToolError(thrown)) report(thrown);
      return { reply: failed(mapError(thrown, { unexpectedMessage: `${subject} could not be read` }).message) };
    } finally {
      running -= 1;
      time.stop();
    }
  };
}

// A function that is not async may throw at once.
async function begin<Value>(work: (context: McpContext) => MaybePromise<Value>, context: McpContext): Promise<Value> {
  return work(context);
}

function contextOf({ context, ask }: OfferRequest, time: OfferTime): McpContext {
  const { principal, values } = context;
  return {
    principal,
    signal: time.signal,
    get: (key) => values.get(key),
    ask: async (requests) => {
      checkAddresses(requests);
      if (ask === undefined) throw new InputRequired(requests);
      // A person's time is not the function's.
      time.pause();
      try {
        return await ask(requests);
      } finally {
        time.resume();
      }
    },
  };
}

function checkAddresses(requests: InputRequests): void {
  for (const [key, request] of Object.entries(requests)) {
    // MCP-URL-01: as tools' questions are; `javascript:` would run in the browser that opens it.
    if (request.kind !== 'url') continue;
    if (URL.canParse(request.url) && /^https?:$/.test(new URL(request.url).protocol)) continue;
    throw new TypeError(`The question '${key}' must have an absolute http or https address as its url.`);
  }
}

function failed(message: string): OfferReply {
  return { kind: 'error', error: { code: rpcCodes.internal, message } };
}

const overloaded: RpcError = refusalError({
  kind: 'refused',
  code: 'overloaded',
  message: 'As much is being read as may be. Try again in 1 second.',
  retryAfterMs: 1000,
});
