import { noPostgresServer } from '@toolwire/programs/postgres';
import { noRedisServer } from '@toolwire/programs/redis';
import { testFaults } from './test-faults.ts';

testFaults('bullmq-redis', noRedisServer);
testFaults('bullmq-postgres', noPostgresServer);
