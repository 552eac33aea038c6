import { type Msg, nanos } from '@nats-io/nats-core';
import type { DeliveryEnd, TaskTurn } from '@toolwire/tasks';

/**
 * Encodes a turn as a message: the turn and its tool, and nothing else of the call, because NATS stores the message and its
 * operators can read it.
 */
export function encodeTurn({ taskId, turn, tool }: TaskTurn): string {
  return JSON.stringify({ taskId, turn, tool } satisfies TaskTurn);
}

/** Decodes a message; `undefined` if the engine did not write it. */
export function decodeTurn(message: Msg): TaskTurn | undefined {
  try {
    const { taskId, turn, tool } = message.json<Partial<TaskTurn> | null>() ?? {};
    return typeof taskId === 'string' && typeof turn === 'number' ? { taskId, turn, tool } : undefined;
  } catch {
    // It is not JSON.
    return undefined;
  }
}

/** Removes a settled turn from the stream, or has it delivered again after its delay. */
export function settleMessage(message: Msg, end: DeliveryEnd): void {
  if (end === 'settled') message.respond('+ACK');
  // NATS ignores a delay that is not a whole number.
  else message.respond(`-NAK ${JSON.stringify({ delay: nanos(Math.max(1, Math.ceil(end.againInMs))) })}`);
}
