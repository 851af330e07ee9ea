import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';

/** \@fastify/static as it comes. Argument: the directory. */
const app = Fastify();
await app.register(fastifyStatic, { root: process.argv[2] ?? '.' });
const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.(Number(new URL(address).port));
process.once('disconnect', () => process.exit(0));
