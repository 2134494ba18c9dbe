import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { expect, inject, it } from 'vitest';
import { openPostgresStore } from '../src/store/postgres-store.js';

const server = inject('postgresUrl');

it.skipIf(server === undefined && process.env['CI'] === undefined)(
  'several processes open an empty schema at once in a database whose transactions see one state',
  async () => {
    const admin = postgres(server ?? '', { max: 1, onnotice: () => undefined });
    const name = `tables_${randomUUID().replaceAll('-', '')}`;
    await admin.unsafe(`CREATE DATABASE ${name}`);
    await admin.unsafe(`ALTER DATABASE ${name} SET default_transaction_isolation = 'repeatable read'`);
    const url = new URL(server ?? '');
    url.pathname = name;
    const opened = await Promise.allSettled(
      ['first', 'second', 'third', 'fourth'].map(async () => openPostgresStore({ url: url.href })),
    );
    for (const one of opened) if (one.status === 'fulfilled') await one.value.close();
    await admin.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
    expect(opened.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
  },
);
