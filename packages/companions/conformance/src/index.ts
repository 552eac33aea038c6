export type { CaseGroup, OtcCase } from './cases/otc-case.ts';
export { otcSuite } from './cases/otc-suite.ts';
export {
  type CasesOptions,
  createDescribe,
  type Describe,
  type DescribeOptions,
  type ServerVariant,
} from './describe-otc-server.ts';
export { type GoldenExchange, goldenExchanges } from './golden/call-tool.ts';
export { goldenRequests } from './golden/call-tool-request.ts';
export { goldenResponses } from './golden/call-tool-response.ts';
export type { GoldenExample } from './golden/golden-example.ts';
export { type HttpText, parseHttpText } from './golden/http-text.ts';
export { goldenLists } from './golden/list-tools.ts';
export { goldenDefinitions } from './golden/tool-definition.ts';
export type { KnownException } from './known-exceptions.ts';
export { uncoveredRequirements } from './requirements/coverage.ts';
export { otcRequirements } from './requirements/otc-1.0.ts';
export type {
  Requirement,
  RequirementId,
  RequirementLevel,
  RequirementSection,
  RequirementSource,
} from './requirements/requirement.ts';
export { type CaseResult, type CaseStatus, runCase } from './run-case.ts';
export { countResults, runSuite } from './run-suite.ts';
export type { RunningServer, StartServer } from './running-server.ts';
export { callAnswerSchema, callResponseSchema } from './schemas/call-response.ts';
export { serverErrorSchema, validationErrorSchema } from './schemas/errors.ts';
export type { JsonSchemaObject } from './schemas/json-schema.ts';
export { listAnswerSchema, toolDefinitionSchema } from './schemas/tool-definition.ts';
export { createWireSchemas, type SchemaCheck, type WireSchemas } from './schemas/wire-schemas.ts';
export type { Answer } from './subject/answer.ts';
export { connectOtcServer } from './subject/connect-otc-server.ts';
export type { KnownCredentials, TokenFacts } from './subject/known-credentials.ts';
export { findLeak } from './subject/leaks.ts';
export type { ListedTool } from './subject/listing.ts';
export type { CallOptions, Need, OtcServer, OtcServerOptions } from './subject/otc-server.ts';
export type { RawOptions, RawReply, RawStep } from './subject/raw-conversation.ts';
export type { RawRequest } from './subject/raw-request.ts';
export type { TestRequest } from './subject/send-request.ts';
export type { Target } from './subject/target.ts';
export type { RunningTest, TestRunner } from './test-runner.ts';
export { createVerifies, type TestFunction, type Verifies, verifiedIn } from './verifies.ts';
