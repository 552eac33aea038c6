export { openConnection } from './connect.ts';
export { createResponder } from './custom-transport.ts';
export { connectionNames, servingNames } from './definitions/options.ts';
