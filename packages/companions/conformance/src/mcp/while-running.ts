import { everyRevision, type McpRequirement, onlyLegacy, onlyModern } from './requirement.ts';

/** What happens between a request and its answer: progress, log lines, cancellation, subscriptions. */
export const runningRequirements: readonly McpRequirement[] = [
  {
    id: 'MCP-PROG-01',
    level: 'MUST',
    sentence: 'Progress names only tokens of requests that are under way.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress#behavior-requirements',
  },
  {
    id: 'MCP-PROG-02',
    level: 'MUST',
    sentence: 'Each report of progress is more than the one before.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress#progress-flow',
  },
  {
    id: 'MCP-PROG-03',
    level: 'MUST',
    sentence: 'Progress ends when its request does.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress#implementation-notes',
  },
  {
    id: 'MCP-LOG-01',
    level: 'MUST',
    sentence: 'A server that sends log messages declares the capability.',
    revisions: onlyLegacy,
    source: 'https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#capabilities',
  },
  {
    id: 'MCP-LOG-02',
    level: 'MUST NOT',
    sentence: 'No log message is sent to a client that has not asked for a level.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging',
  },
  {
    id: 'MCP-LOG-03',
    level: 'MUST NOT',
    sentence: 'A log message holds no credentials, secrets or details that help an attacker.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging#security',
  },
  {
    id: 'MCP-CANC-01',
    level: 'MUST',
    sentence: 'A client that closes the stream of a request cancels it, and nothing more is sent for it.',
    revisions: onlyModern,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation#transport-specific-cancellation',
  },
  {
    id: 'MCP-CANC-02',
    level: 'MUST',
    sentence: 'A cancellation that comes too late, or names nothing, does no harm.',
    revisions: everyRevision,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation#timing-considerations',
  },
  {
    id: 'MCP-CANC-03',
    level: 'MUST NOT',
    sentence: 'A server cancels nothing but a subscription that it ends.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation',
  },
  {
    id: 'MCP-SUB-01',
    level: 'MUST',
    sentence: 'A subscription is acknowledged before anything else is sent on it.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#acknowledgment',
  },
  {
    id: 'MCP-SUB-02',
    level: 'MUST',
    sentence: 'Every message of a subscription names it.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/index#meta',
  },
  {
    id: 'MCP-SUB-03',
    level: 'MUST NOT',
    sentence: 'Nothing is sent that was not asked for.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#opening-a-stream',
  },
];
