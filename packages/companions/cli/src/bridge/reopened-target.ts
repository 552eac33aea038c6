import type { CallResult } from '@toolwire/client';
import { CliError, exitCodes } from '../cli-error.ts';
import { NotDelivered } from '../target/mcp-connection.ts';
import type { AskedCall, Target } from '../target/target.ts';
import { whileAway } from './while-away.ts';

/** A target that is opened again where its server has gone. */
export interface ReopenedTarget {
  readonly call: (asked: AskedCall) => Promise<CallResult>;
  readonly close: () => Promise<void>;
}

/** Keeps a target open. What reached nobody is sent again; what may have run is so only where that does no harm. */
export function reopenedTarget(
  first: Target,
  open: () => Promise<Target>,
  { signal, note }: { readonly signal: AbortSignal; readonly note: (text: string) => void },
): ReopenedTarget {
  let current: Promise<Target> = Promise.resolve(first);
  const reopen = (lost: Promise<Target>): void => {
    // Others may have seen it before.
    if (current !== lost) return;
    note(`${first.address} is gone: connecting again.\n`);
    current = lost.then((target) => target.close()).then(open, open);
    // Whoever calls next hears of it.
    current.catch(() => undefined);
  };
  const callOnce = async (asked: AskedCall): Promise<CallResult> => {
    const used = current;
    const target = await used.catch((thrown: unknown) => {
      reopen(used);
      throw thrown instanceof CliError ? new NotDelivered(thrown.message, thrown) : thrown;
    });
    let result: CallResult;
    try {
      result = await target.call(asked);
    } catch (thrown) {
      signal.throwIfAborted();
      asked.signal?.throwIfAborted();
      if (!(thrown instanceof CliError) || thrown.exitCode !== exitCodes.unconnected) throw thrown;
      reopen(used);
      if (thrown instanceof NotDelivered || isHarmless(asked)) throw new NotDelivered(thrown.message, thrown, true);
      return unknownEnd(asked, thrown);
    }
    // Open Tool Calling has no connection that could be lost: each call tells whether it has reached anybody.
    if (mayBeSentAgain(result, asked)) throw new NotDelivered(`${target.address}: ${result.message}`, result.cause);
    return result;
  };
  return {
    async call(asked) {
      const either = asked.signal === undefined ? signal : AbortSignal.any([signal, asked.signal]);
      return whileAway(() => callOnce(asked), { signal: either });
    },
    close: async () => (await current).close(),
  };
}

function mayBeSentAgain(result: CallResult, asked: AskedCall): result is CallResult & { readonly kind: 'refused' } {
  if (result.kind !== 'refused' || result.code !== 'unreachable') return false;
  return result.ran === 'no' || isHarmless(asked);
}

function isHarmless({ tool }: AskedCall): boolean {
  const { readOnly, idempotent } = tool.annotations ?? {};
  return readOnly === true || idempotent === true;
}

function unknownEnd({ attempts }: AskedCall, { message }: CliError): CallResult {
  const why = `The connection to the server broke, and the tool may have run: ${message}`;
  return {
    kind: 'refused',
    code: 'unreachable',
    message: why,
    ran: 'unknown',
    canRetry: false,
    callId: '',
    attempts,
  };
}
