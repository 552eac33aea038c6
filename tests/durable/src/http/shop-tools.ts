import { setTimeout as wait } from 'node:timers/promises';
import { defineTool, RetryableToolError, type ToolContext, type ToolDefinition } from 'toolwire';
import { z } from 'zod';
import type { History } from '../history-event.ts';
import type { LedgerLine } from './ledger.ts';

/** The tools, as callers know them. */
export const shopTools = {
  /** Durable, not idempotent. */
  order: { toolId: 'Shop.Order', mayRunTwice: false },
  /** Durable and idempotent. */
  report: { toolId: 'Shop.Report', mayRunTwice: true },
  /** Synchronous, not idempotent. */
  charge: { toolId: 'Shop.Charge', mayRunTwice: false },
  /** Durable; fails twice with `can_retry`. */
  mail: { toolId: 'Mail.Send', mayRunTwice: false },
  /** Synchronous; fails twice with `can_retry`. */
  post: { toolId: 'Mail.Post', mayRunTwice: false },
  /** Kills its process. */
  poison: { toolId: 'Work.Poison', mayRunTwice: true },
} as const;

const input = z.object({ token: z.string().describe('Unique for each call.') });
const output = z.object({ caller: z.string(), token: z.string() });

/** Returns the tools of one version. Each run takes `workMs` and is recorded in the ledger. */
export function shopOf(version: string, ledger: History<LedgerLine>, workMs: number): readonly ToolDefinition[] {
  const run = async (
    { token }: z.infer<typeof input>,
    context: ToolContext,
    mayFail?: (runs: number) => void,
  ): Promise<z.infer<typeof output>> => {
    const { callId, idempotencyKey, principal, signal } = context;
    const caller = principal?.id ?? '';
    const line = { key: idempotencyKey, caller, callId, token };
    ledger.record({ ...line, type: 'began' });
    mayFail?.(ledger.events().filter((one) => one.type === 'began' && one.token === token).length);
    await wait(workMs, undefined, { signal });
    ledger.record({ ...line, type: 'effect' });
    return { caller, token };
  };
  const failTwice = (runs: number): void => {
    // Without a delay, the server does not retry.
    if (runs <= 2) throw new RetryableToolError('The mail server is busy');
  };
  const common = { version, description: 'Records its runs in the ledger.', input, output } as const;
  const durable = { ...common, taskSupport: 'optional' } as const;
  return [
    defineTool({ ...durable, id: shopTools.order.toolId, run: (...call) => run(...call) }),
    defineTool({
      ...durable,
      id: shopTools.report.toolId,
      annotations: { idempotent: true },
      run: (...call) => run(...call),
    }),
    defineTool({ ...common, id: shopTools.charge.toolId, run: (...call) => run(...call) }),
    defineTool({ ...durable, id: shopTools.mail.toolId, run: (...call) => run(...call, failTwice) }),
    defineTool({ ...common, id: shopTools.post.toolId, run: (...call) => run(...call, failTwice) }),
    defineTool({
      ...durable,
      id: shopTools.poison.toolId,
      annotations: { idempotent: true },
      run: (...call) => run(...call, () => process.kill(process.pid, 'SIGKILL')),
    }),
  ];
}
