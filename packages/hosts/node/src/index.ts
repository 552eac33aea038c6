export { type Close, type CloseGracefullyOptions, closeGracefully } from './close-gracefully.ts';
export { type CloseOnSignalsOptions, closeOnSignals } from './close-on-signals.ts';
export type { CloseOptions } from './close-server.ts';
export { type ListeningServer, type ListenOptions, listen } from './listen.ts';
export { createNodeHandler, type NodeHandler, type NodeHandlerOptions } from './node-handler.ts';
export { createNodeListener, type NodeListener } from './node-listener.ts';
export { cutStalledCallers } from './stall-guard.ts';
