export { type CloseOnSignalsOptions, closeOnSignals } from './close-on-signals.ts';
export type { CloseOptions } from './close-server.ts';
export { type ListeningServer, type ListenOptions, listen } from './listen.ts';
export { createNodeHandler, type NodeHandler, type NodeHandlerOptions } from './node-handler.ts';
export { createNodeListener } from './node-listener.ts';
export { NodeRequest, type ParsedBody } from './node-request.ts';
export { bodyLeftBy } from './parsed-body.ts';
export { isStillSending, writeResponse } from './write-response.ts';
