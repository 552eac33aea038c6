import { noPostgresServer } from '@toolwire/programs/postgres';
import { testFaults } from './test-faults.ts';

testFaults('bullmq-postgres', noPostgresServer);
