import { expect, test } from 'vitest';
import { isServiceAddress } from './service-address.ts';

test.each([
  '127.0.0.1',
  '::1',
  '192.168.1.7',
  '172.17.0.1',
  '10.0.0.5',
  '100.64.1.1',
  'fd00::1',
  '8.8.8.8',
  '2606:4700::1111',
])('allows %s', (address) => {
  expect(isServiceAddress(address)).toBe(true);
});

test.each([
  '169.254.169.254',
  '::ffff:169.254.169.254',
  'fe80::1',
  'fe80::1%eth0',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  '::a9fe:a9fe',
  '100.100.100.200',
  '168.63.129.16',
  '224.0.0.1',
  '255.255.255.255',
  '0.0.0.0',
  'example.test',
])('refuses %s', (address) => {
  expect(isServiceAddress(address)).toBe(false);
});
