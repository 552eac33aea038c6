import { noRedisServer } from '@toolwire/programs/redis';
import { testFaults } from './test-faults.ts';

testFaults('bullmq-redis', noRedisServer);
