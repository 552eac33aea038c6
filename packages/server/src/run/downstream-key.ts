import { loadUuid } from '#load-uuid';
import { callerParts } from './call-credentials.ts';
import type { ResolvedCall } from './resolved-call.ts';

/** A random constant. All keys derive from it, so it must never change. */
const namespace = 'fed09997-bbfe-4a5b-9c62-d78494144789';

/**
 * The idempotency key that a tool passes to downstream services: a name-based UUID (RFC 9562) of the caller, the user, the tool and the
 * call ID. It does not depend on the tool's version or input, so a deploy between two attempts changes nothing. A call without a
 * caller-chosen ID gets a new key each time a protocol receives it.
 *
 * Tools read it as `context.idempotencyKey`. The server itself does not use it: `@toolwire/idempotency` runs repeated calls once, with its
 * own keys.
 */
export function downstreamKeyOf(call: ResolvedCall): string {
  const { tool, task, uniqueId, callId } = call;
  // The worker of a task may not have the credentials of the original caller.
  if (task?.idempotencyKey !== undefined) return task.idempotencyKey;
  // Loaded with the first key, because few tools read one.
  const { v5 } = loadUuid();
  // IDs of unknown callers may collide, so the server replaces them.
  const parts = [...callerParts(call), tool.id, uniqueId ?? callId];
  return v5(JSON.stringify(parts), namespace);
}
