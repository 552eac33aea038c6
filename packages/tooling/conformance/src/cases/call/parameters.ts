import { deepStrictEqual } from 'node:assert/strict';
import type { OtcServer } from '../../client/otc-server.ts';
import type { TestResponse } from '../../client/response.ts';
import { type CaseGroup, casesFor, groupOf } from '../otc-case.ts';
import { expectInvalid, expectValue } from '../support/expect.ts';

type Row = readonly [parameter: string, json: string];

const valid: readonly Row[] = [
  ['text', '""'],
  ['short', '"🐢🐢"'],
  ['code', '"AB-0"'],
  ['number', '-0.5e-3'],
  ['integer', '1.0'],
  ['integer', '-9007199254740991'],
  ['percent', '100'],
  ['step', '-10'],
  ['nothing', 'null'],
  ['maybe', 'null'],
  ['list', '[1,2,3]'],
  ['different', '[1,"1",true,null,[1],{"a":1}]'],
  ['person', '{"name":""}'],
  ['either', 'false'],
  ['unlike', '{}'],
];

const invalid: readonly Row[] = [
  ['text', '1'],
  ['text', 'null'],
  ['text', '["a"]'],
  ['text', '{}'],
  ['short', '"a"'],
  ['short', '"abcde"'],
  ['code', '"AB-"'],
  ['code', '"xAB-1"'],
  ['code', '"AB-1\\n"'],
  ['size', '"s"'],
  ['size', '""'],
  ['fixed', '"Yes"'],
  ['fixed', 'true'],
  ['number', '"1"'],
  ['number', 'true'],
  ['number', 'null'],
  ['integer', '1.5'],
  ['integer', '"1"'],
  ['percent', '-0.1'],
  ['percent', '100.1'],
  ['inside', '0'],
  ['inside', '1'],
  ['step', '7'],
  ['flag', '1'],
  ['flag', '"true"'],
  ['flag', 'null'],
  ['nothing', '0'],
  ['nothing', '""'],
  ['nothing', 'false'],
  ['maybe', '1'],
  ['list', '[]'],
  ['list', '[1,2,3,4]'],
  ['list', '[1,"2"]'],
  ['list', '{"0":1,"length":1}'],
  ['list', '1'],
  ['different', '[1,2,1.0]'],
  ['different', '[{"a":1,"b":2},{"b":2,"a":1}]'],
  ['person', '{}'],
  ['person', '{"name":1}'],
  ['person', '{"name":"a","age":-1}'],
  ['person', '{"name":"a","other":1}'],
  ['person', '[]'],
  ['either', '"1"'],
  ['either', '1.5'],
  ['unlike', '"a"'],
  ['no_such_parameter', '1'],
  ['Text', '"a"'],
  ['', '1'],
];

/** The input of a tool matches its schema, for every keyword (OTC-CALL-10). */
export const parameterCases: CaseGroup = groupOf({
  title: 'Parameters',
  needs: ['fixtures'],
  cases: [
    ...casesFor(valid, ([parameter, json]) => ({
      title: `${json} is valid for ${parameter}, and arrives unchanged`,
      requirements: ['OTC-CALL-10', 'OTC-REQ-05'],
      run: async (server) =>
        deepStrictEqual(expectValue(await send(server, parameter, json)), {
          [parameter]: JSON.parse(json) as unknown,
        }),
    })),
    ...casesFor(invalid, ([parameter, json]) => ({
      title: `${json} is invalid for ${parameter || 'a parameter without a name'}`,
      requirements: ['OTC-CALL-10', 'OTC-CALL-11', 'OTC-ERR-02'],
      run: async (server) => void expectInvalid(await send(server, parameter, json), parameter),
    })),
  ],
});

function send(server: OtcServer, parameter: string, json: string): Promise<TestResponse> {
  return server.post(`{"request":{"tool_id":"Conf.Typed@1.0.0","input":{${JSON.stringify(parameter)}:${json}}}}`);
}
