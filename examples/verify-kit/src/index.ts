export { type Answer, answerOf, get, post, read, toolCall } from './ask.ts';
export { check } from './check.ts';
export { type Served, serve } from './serve.ts';
