import type { IdempotencyStore } from '@toolwire/idempotency';
import { type IdempotencyOptions, idempotency } from '@toolwire/idempotency/stage';
import { type ListeningServer, listen } from '@toolwire/node';
import { type OtcOptions, otc } from '@toolwire/otc';
import { createToolServer, silentLogger, type ToolServerOptions } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { type Effect, effectTools } from './effect-tools.ts';

/** How a server of the tools whose effects are counted is made. */
export interface ServeOptions {
  readonly effects: Effect[];
  readonly store?: IdempotencyStore;
  readonly idempotency?: IdempotencyOptions;
  readonly otc?: OtcOptions;
  /** Stages behind the idempotency. */
  readonly around?: ToolServerOptions['around'];
}

/** Serves the tools in this process. */
export function serveTools(options: ServeOptions): Promise<ListeningServer> {
  const { effects, store } = options;
  const server = createToolServer({
    tools: effectTools((effect) => void effects.push(effect)),
    wires: [otc(options.otc)],
    // Longer than a busy machine takes: what is not about a store that hangs must not fail for one.
    around: [idempotency({ store, storeTimeoutMs: 30_000, ...options.idempotency }), ...(options.around ?? [])],
    validator: ajv(),
    logger: silentLogger,
  });
  return listen(server, 0);
}
