import Fastify from 'fastify';
import pg from 'pg';

/** Bare Fastify with the same query: no identity, no validation, no schema. Arguments: database, SQL, its parameters. */
const [connectionString = '', sql = '', parameters = '[]'] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString, max: 12 });
const values = JSON.parse(parameters) as unknown[];
const app = Fastify();
app.get('/api/courses/', async () => (await pool.query(sql, values)).rows as unknown[]);
const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.(Number(new URL(address).port));
process.once('disconnect', () => process.exit(0));
