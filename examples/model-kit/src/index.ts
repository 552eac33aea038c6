export { server } from './doorbell-server.ts';
export { chatScript, messagesScript, responsesScript } from './scripts.ts';
export { type LocalModel, startModel } from './start-model.ts';
