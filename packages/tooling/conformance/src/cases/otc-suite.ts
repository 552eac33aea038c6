import { badKeyCases, badTokenCases, misplacedTokenCases } from './authentication/bad-credentials.ts';
import { goodCredentialCases } from './authentication/good-credentials.ts';
import { authenticationCases } from './authentication/no-authentication.ts';
import { unauthenticatedCases } from './authentication/unauthenticated.ts';
import { unreadableCredentialCases } from './authentication/unreadable-credentials.ts';
import { byteCases } from './bodies/bytes.ts';
import { contentTypeCases } from './bodies/content-types.ts';
import { deepAndWideCases } from './bodies/deep-and-wide.ts';
import { duplicateKeyCases } from './bodies/duplicate-keys.ts';
import { envelopeCases } from './bodies/envelopes.ts';
import { jsonGrammarCases } from './bodies/json-grammar.ts';
import { callCases } from './call/call.ts';
import { callIdCases } from './call/call-ids.ts';
import { errorCases } from './call/errors.ts';
import { parameterCases } from './call/parameters.ts';
import { refusalOrderCases } from './call/refusal-order.ts';
import { requestCases } from './call/request.ts';
import { responseCases } from './call/response.ts';
import { stringCases } from './call/strings.ts';
import { definitionCases } from './discovery/definition.ts';
import { healthCases } from './discovery/health.ts';
import { listCases } from './discovery/list.ts';
import { goldenCases } from './examples.ts';
import { chunkCases } from './http/chunks.ts';
import { connectionCases } from './http/connections.ts';
import { headCases } from './http/heads.ts';
import { lengthCases } from './http/lengths.ts';
import { methodAndPathCases } from './http/methods-and-paths.ts';
import type { CaseGroup } from './otc-case.ts';
import { stalledToolCases, thrownValueCases } from './results/failing-tools.ts';
import { nullValueCases, wrongShapeCases } from './results/returned-values.ts';
import { hostileValueCases, unrepresentableValueCases } from './results/unrepresentable-values.ts';
import { canaryCases } from './security/canaries.ts';
import { leakCases } from './security/leaks.ts';
import { inheritedNameCases, prototypeNameCases, prototypePollutionCases } from './security/prototypes.ts';
import { webPageCases } from './security/web-pages.ts';
import { toolRequirementCases } from './tool-requirements/tool-requirements.ts';
import { schemaUriCases } from './versions/schema-uris.ts';
import { toolIdGrammarCases } from './versions/tool-id-grammar.ts';
import { versionCases } from './versions/tool-versions.ts';
import { versionGrammarCases } from './versions/version-grammar.ts';

/** Every case of Open Tool Calling 1.0: the pages in their order, their examples, and edge cases. */
export const otcSuite: readonly CaseGroup[] = [
  healthCases,
  listCases,
  definitionCases,
  requestCases,
  callCases,
  versionCases,
  responseCases,
  errorCases,
  authenticationCases,
  // For a server that requires credentials (CASE-A).
  unauthenticatedCases,
  goodCredentialCases,
  badTokenCases,
  misplacedTokenCases,
  badKeyCases,
  unreadableCredentialCases,
  toolRequirementCases,
  goldenCases,
  refusalOrderCases,
  leakCases,
  canaryCases,
  webPageCases,
  toolIdGrammarCases,
  versionGrammarCases,
  prototypeNameCases,
  inheritedNameCases,
  callIdCases,
  nullValueCases,
  stringCases,
  parameterCases,
  unrepresentableValueCases,
  hostileValueCases,
  wrongShapeCases,
  thrownValueCases,
  stalledToolCases,
  envelopeCases,
  jsonGrammarCases,
  duplicateKeyCases,
  prototypePollutionCases,
  deepAndWideCases,
  contentTypeCases,
  byteCases,
  methodAndPathCases,
  schemaUriCases,
  headCases,
  lengthCases,
  chunkCases,
  connectionCases,
];
