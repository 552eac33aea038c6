import { exposureWarning } from '@toolwire/auth';
import {
  type CloseOnSignalsOptions,
  closeOnSignals,
  type ListeningServer,
  type ListenOptions,
  listen,
} from '@toolwire/node';
import { type OtcOptions, otc } from '@toolwire/otc';
import { consoleLogger, createToolServer, type ToolServer, type ToolServerOptions } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { zod3 } from '@toolwire/validate/zod3';

/** What the quickstart takes: a server's options, with the wires chosen already. */
export interface ToolwireOptions extends Omit<ToolServerOptions, 'wires'> {
  readonly otc?: OtcOptions;
  /** Wires beside the standard ones, such as the one that serves artifacts. */
  readonly wires?: ToolServerOptions['wires'];
}

/** How the quickstart listens, and how its process stops. */
export interface ToolwireListenOptions extends Omit<ListenOptions, 'port'> {
  /** How SIGTERM and SIGINT stop the process without losing a call; `false` leaves signals to you. */
  readonly closeOnSignals?: CloseOnSignalsOptions | false;
}

/** A server that can listen by itself. */
export interface Toolwire extends ToolServer {
  listen(port?: number, options?: ToolwireListenOptions): Promise<ListeningServer>;
}

/** Serves tools over every wire with the defaults that suit most; take `createToolServer` to choose for yourself. */
export function toolwire(options: ToolwireOptions): Toolwire {
  const { otc: otcOptions, wires = [], logger = consoleLogger, ...rest } = options;
  const server = createToolServer({
    validator: ajv(),
    converters: [zod3],
    logger,
    ...rest,
    wires: [otc(otcOptions), ...wires],
  });
  return {
    ...server,
    async listen(port = 3000, { closeOnSignals: onSignals = {}, ...listenOptions } = {}) {
      const { host = '127.0.0.1' } = listenOptions;
      const warning = exposureWarning({ host, authenticated: options.auth !== undefined });
      if (warning !== undefined) logger.warn({ host }, warning);
      const listening = await listen(server, { ...listenOptions, port });
      return onSignals === false ? listening : stoppedBySignals(listening, onSignals);
    },
  };
}

function stoppedBySignals(listening: ListeningServer, options: CloseOnSignalsOptions): ListeningServer {
  const forget = closeOnSignals(listening, options);
  return {
    ...listening,
    close: (closeOptions) => {
      forget();
      return listening.close(closeOptions);
    },
  };
}
