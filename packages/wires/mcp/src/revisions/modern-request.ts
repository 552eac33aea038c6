import type { Fields } from '../rpc/json-shape.ts';
import type { LogLevel } from '../rpc/log-levels.ts';
import type { RpcRequest } from '../rpc/message.ts';

/** A request of 2026-07-28, which says all about its client. */
export interface ModernRequest extends RpcRequest {
  readonly capabilities: Fields;
  readonly logLevel: LogLevel | undefined;
  readonly progressToken: string | number | undefined;
}
