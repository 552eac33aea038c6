export { type ListeningServer, type ListenOptions, listen } from './listen.ts';
export { createNodeHandler, type NodeHandler, type NodeHandlerOptions } from './node-handler.ts';
export { createNodeListener } from './node-listener.ts';
