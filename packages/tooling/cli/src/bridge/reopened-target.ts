import type { CallResult } from '@toolwire/client';
import { mayRunTwice } from '@toolwire/internal';
import { CliError, exitCodes, NotDelivered } from '../cli-error.ts';
import type { Target, TargetCall } from '../target/target.ts';
import { retryWhileDown } from './retry-while-down.ts';

/** A target that reconnects when its server restarts. */
export type ReopenedTarget = ReturnType<typeof createReopenedTarget>;

/** Keeps a target open. Requests that the server did not receive are sent again. Calls that may have run are sent again only if that does no harm. */
export function createReopenedTarget(
  first: Target,
  open: () => Promise<Target>,
  { signal, note }: { readonly signal: AbortSignal; readonly note: (text: string) => void },
) {
  let current: Promise<Target> = Promise.resolve(first);
  const reopen = (lostTarget: Promise<Target>): void => {
    // Another call may have noticed the loss before.
    if (current !== lostTarget) return;
    note(`${first.address} connection lost; reconnecting.\n`);
    current = lostTarget.then((target) => target.close()).then(open, open);
    // The next call reports the error.
    current.catch(() => undefined);
  };
  const callOnce = async (call: TargetCall): Promise<CallResult> => {
    const connection = current;
    const target = await connection.catch((thrown: unknown) => {
      reopen(connection);
      throw thrown instanceof CliError ? new NotDelivered(thrown.message, { cause: thrown }) : thrown;
    });
    let result: CallResult;
    try {
      result = await target.call(call);
    } catch (thrown) {
      signal.throwIfAborted();
      call.signal?.throwIfAborted();
      if (!(thrown instanceof CliError) || thrown.exitCode !== exitCodes.unconnected) throw thrown;
      reopen(connection);
      if (thrown instanceof NotDelivered || mayRunTwice(call.tool)) {
        // The first retry is immediate.
        throw new NotDelivered(thrown.message, { cause: thrown, isSessionOver: true });
      }
      return {
        kind: 'refused',
        code: 'unreachable',
        message: `Connection lost; the tool may have run: ${thrown.message}`,
        ran: 'unknown',
        canRetry: false,
        callId: '',
        attempts: call.attempts,
      };
    }
    // Open Tool Calling has no persistent connection. Each result reports whether the server received the call.
    if (mayBeResent(result, call)) {
      throw new NotDelivered(`${target.address}: ${result.message}`, { cause: result.cause });
    }
    return result;
  };
  return {
    async call(toolCall: TargetCall): Promise<CallResult> {
      const eitherSignal = toolCall.signal === undefined ? signal : AbortSignal.any([signal, toolCall.signal]);
      return retryWhileDown(() => callOnce(toolCall), { signal: eitherSignal });
    },
    // A target that could not be reopened was closed before.
    close: (): Promise<void> =>
      current.then(
        (target) => target.close(),
        () => undefined,
      ),
  };
}

function mayBeResent(result: CallResult, call: TargetCall): result is CallResult & { readonly kind: 'refused' } {
  if (result.kind !== 'refused' || result.code !== 'unreachable') return false;
  return result.ran === 'no' || mayRunTwice(call.tool);
}
