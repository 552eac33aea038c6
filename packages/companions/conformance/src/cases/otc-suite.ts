import { authenticationCases } from './authentication.ts';
import { callCases } from './call.ts';
import { canaryCases } from './canaries.ts';
import { credentialCases } from './credentials/credential-cases.ts';
import { definitionCases } from './definition.ts';
import { byteCases } from './edge/bytes.ts';
import { callIdCases } from './edge/call-id.ts';
import { contentTypeCases } from './edge/content-types.ts';
import { deepAndWideCases } from './edge/deep-and-wide.ts';
import { duplicateKeyCases } from './edge/duplicate-keys.ts';
import { envelopeCases } from './edge/envelopes.ts';
import { hostileValueCases } from './edge/hostile-values.ts';
import { jsonGrammarCases } from './edge/json-grammar.ts';
import { methodAndPathCases } from './edge/methods-and-paths.ts';
import { nullValueCases } from './edge/null-values.ts';
import { parameterCases } from './edge/parameters.ts';
import { prototypeNameCases } from './edge/prototype-names.ts';
import { prototypePlaceCases } from './edge/prototype-places.ts';
import { prototypePollutionCases } from './edge/prototype-pollution.ts';
import { schemaUriCases } from './edge/schema-uris.ts';
import { stalledToolCases } from './edge/stalled-tools.ts';
import { textCases } from './edge/texts.ts';
import { thrownValueCases } from './edge/thrown-values.ts';
import { toolIdGrammarCases } from './edge/tool-id-grammar.ts';
import { unrepresentableValueCases } from './edge/unrepresentable-values.ts';
import { versionGrammarCases } from './edge/version-grammar.ts';
import { wrongShapeCases } from './edge/wrong-shapes.ts';
import { errorCases } from './errors.ts';
import { goldenCases } from './golden.ts';
import { healthCases } from './health.ts';
import { chunkCases } from './http/chunks.ts';
import { connectionCases } from './http/connections.ts';
import { headCases } from './http/heads.ts';
import { lengthCases } from './http/lengths.ts';
import { leakCases } from './leaks.ts';
import { listCases } from './list.ts';
import type { CaseGroup } from './otc-case.ts';
import { protocolVersionCases } from './protocol-version.ts';
import { refusalOrderCases } from './refusal-order.ts';
import { requestCases } from './request.ts';
import { responseCases } from './response.ts';
import { toolRequirementCases } from './tool-requirements.ts';
import { versionCases } from './version.ts';

/** Every case of Open Tool Calling 1.0: the pages in their order, then their examples, then the edges. */
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
  ...credentialCases,
  toolRequirementCases,
  protocolVersionCases,
  goldenCases,
  refusalOrderCases,
  leakCases,
  canaryCases,
  toolIdGrammarCases,
  versionGrammarCases,
  prototypeNameCases,
  prototypePlaceCases,
  callIdCases,
  nullValueCases,
  textCases,
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
