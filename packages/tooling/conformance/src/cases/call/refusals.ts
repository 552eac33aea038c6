import { ok } from 'node:assert/strict';
import type { OtcCase } from '../otc-case.ts';
import {
  addition,
  additionBody,
  bareId,
  invalidCredentials,
  postRequest,
  toolWithRequiredParameter,
} from '../support/calls.ts';
import { expectRefused } from '../support/expect.ts';

/** Refusals before a tool runs, and their messages (OTC-CALL-07 to OTC-CALL-09). */
export const callRefusalCases: readonly OtcCase[] = [
  {
    title: 'a draining server refuses calls with 400',
    requirements: ['OTC-CALL-07a', 'OTC-CALL-07'],
    needs: ['draining'],
    run: async (server) => void expectRefused(await server.call(addition)),
  },
  {
    title: 'a draining server sends a Retry-After header',
    requirements: ['OTC-CALL-07a'],
    needs: ['draining'],
    grade: 'advised',
    run: async (server) => {
      const { headers } = await server.call(addition);
      ok(headers['retry-after'] !== undefined, 'Retry-After header: expected one, got none');
    },
  },
  {
    title: 'an unknown or invalid tool ID is refused with 400, never 404',
    requirements: ['OTC-CALL-07c', 'OTC-CALL-07'],
    run: async (server) => {
      for (const toolId of ['Unknown.Tool', 'Unknown.Tool@1.0.0', 'not a tool id', '']) {
        expectRefused(await server.call({ tool_id: toolId, input: {} }));
      }
    },
  },
  {
    title: 'a version that is not available is refused',
    requirements: ['OTC-CALL-07d', 'OTC-VER-02', 'OTC-CALL-07'],
    run: async (server) => {
      const tool = await toolWithRequiredParameter(server);
      expectRefused(await server.call({ tool_id: `${bareId(tool)}@999.0.0` }));
      expectRefused(await server.call({ tool_id: `${bareId(tool)}@999` }));
    },
  },
  {
    title: 'a call without valid credentials is refused with 400',
    requirements: ['OTC-CALL-07e', 'OTC-AUTH-06', 'OTC-AUTH-12'],
    needs: ['credentials'],
    run: async (server) => {
      for (const headers of invalidCredentials) {
        const request = postRequest(additionBody);
        expectRefused(await server.send({ ...request, headers: { ...request.headers, ...headers }, anonymous: true }));
      }
    },
  },
  {
    title: 'a refusal has a message for users, and any developer_message is a string',
    requirements: ['OTC-CALL-08', 'OTC-CALL-09', 'OTC-ERR-01'],
    run: async (server) => {
      // `call` checks the type of `developer_message`.
      for (const toolId of ['No.Such', 'no such', '', 'Calculator.Add@x']) {
        expectRefused(await server.call({ tool_id: toolId }));
      }
    },
  },
];
