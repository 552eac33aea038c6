import { type ListeningServer, type ListenOptions, listen } from '@toolwire/node';
import { type OtcOptions, otc } from '@toolwire/otc';
import { createToolServer, type ToolServer, type ToolServerOptions } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { zod3 } from '@toolwire/validate/zod3';

/** What the quickstart takes: a server's options, with the wires chosen already. */
export interface ToolwireOptions extends Omit<ToolServerOptions, 'wires'> {
  readonly otc?: OtcOptions;
}

/** A server that can listen by itself. */
export interface Toolwire extends ToolServer {
  listen(port?: number, options?: Omit<ListenOptions, 'port'>): Promise<ListeningServer>;
}

/** Serves tools over every wire with the defaults that suit most; take `createToolServer` to choose for yourself. */
export function toolwire(options: ToolwireOptions): Toolwire {
  const server = createToolServer({ jsonSchema: ajv(), converters: [zod3], ...options, wires: [otc(options.otc)] });
  return { ...server, listen: (port, listenOptions) => listen(server, { ...listenOptions, ...(port === undefined ? {} : { port }) }) };
}
