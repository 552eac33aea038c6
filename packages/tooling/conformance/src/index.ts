export type { CaseGroup, OtcCase } from './cases/otc-case.ts';
export { otcSuite } from './cases/otc-suite.ts';
export { findLeak } from './client/check-response.ts';
export type { ServerCredentials, TokenConfig } from './client/credentials.ts';
export type { ListedTool } from './client/listing.ts';
export type { OtcServer, OtcServerOptions } from './client/otc-server.ts';
export { connectOtcServer } from './client/otc-server.ts';
export type { RawReply, RawStep } from './client/raw-conversation.ts';
export type { TestResponse } from './client/response.ts';
export type { TestRequest } from './client/send-request.ts';
export { goldenExchanges } from './golden/call-tool.ts';
export { goldenRequests } from './golden/call-tool-request.ts';
export { goldenResponses } from './golden/call-tool-response.ts';
export { type GoldenExample, type GoldenExchange } from './golden/golden-example.ts';
export { goldenLists } from './golden/list-tools.ts';
export { goldenDefinitions } from './golden/tool-definition.ts';
export { otcRequirements } from './requirements/otc/otc-1.0.ts';
export type { Requirement, RequirementId } from './requirements/otc/requirement.ts';
export type { KnownException } from './runners/declare-tests.ts';
export {
  createDescribeOtcServer,
  type DescribeOptions,
  type DescribeOtcServer,
  type ServerVariant,
} from './runners/describe-otc-server.ts';
export { type CaseResult, countResults, runCase, runSuite } from './runners/run-suite.ts';
export type { RunningServer, StartServer } from './runners/running-server.ts';
export {
  createVerifies,
  type RunningTest,
  type TestRunner,
  type Verifies,
} from './runners/test-runner.ts';
export {
  callEnvelopeSchema,
  callResponseSchema,
  createResponseSchemas,
  listResponseSchema,
  type ResponseSchemas,
  serverErrorSchema,
  toolDefinitionSchema,
  validationErrorSchema,
} from './schemas/response-schemas.ts';
