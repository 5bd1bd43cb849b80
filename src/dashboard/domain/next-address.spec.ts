import { nextAddress } from './next-address.js';

it.each(['/dashboard', '/dashboard/deliveries?status=failed&event=signature.created', '/dashboard/api-key'])(
  'leads to %s after sign-in',
  (address) => {
    expect(nextAddress(address)).toBe(address);
  },
);

it.each([
  undefined,
  ['/dashboard', '/dashboard'],
  '',
  'https://evil.test/dashboard',
  '//evil.test/dashboard',
  '/\\evil.test',
  '/dashboard/../../evil',
  '/dashboard//evil.test',
  '/dashboard@evil.test',
  '/dashboardevil',
  '/dashboard\r\nset-cookie: a=b',
  '/dashboard?a=b#<script>',
  'javascript:alert(1)',
])('does not lead to %j after sign-in', (address) => {
  expect(nextAddress(address)).toBe('/dashboard');
});
