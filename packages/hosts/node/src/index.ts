export { type Close, type CloseGracefullyOptions, closeGracefully } from './close-gracefully.ts';
export { type CloseOnSignalsOptions, closeOnSignals } from './close-on-signals.ts';
export { type ListeningServer, type ListenOptions, listen } from './listen.ts';
export {
  createNodeHandler,
  createNodeListener,
  type NodeHandler,
  type NodeHandlerOptions,
  type NodeListener,
} from './node-handler.ts';
export type { CloseOptions } from './shutdown-times.ts';
export { cutStalledCallers } from './unread-responses.ts';
