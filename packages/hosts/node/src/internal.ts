export { checkCloseOptions } from './close-server.ts';
export { headersOf, originForm, rawHeader } from './http-messages.ts';
export { defaultHost } from './listen.ts';
export { NodeRequest } from './node-request.ts';
export { bodyLeftBy, bodyProblemOf } from './parsed-body.ts';
export { refuseBody } from './refuse-body.ts';
export { createStallGuard, type StallGuard } from './stall-guard.ts';
export { isStillSending, writeResponse } from './write-response.ts';
export { frameworkBody } from './write-stream.ts';
