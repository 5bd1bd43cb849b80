import { MailRefusedError } from './mail-transport.port.js';
import { toMime } from './mime.js';
import { isEmailAddress, isWrittenAsEmail } from '../../common/validation/email.decorator.js';

const mailTo = (address: string) =>
  toMime({
    to: { name: 'A', address },
    from: { name: 'B', address: 'b@x.test' },
    subject: '',
    html: '',
    text: '',
    messageId: '1',
    queuedAt: new Date(0),
  });

it.each([
  '"a,b"@x.test',
  '"a b"@x.test',
  '"a@x.test,b"@x.test',
  '"a"@x.test',
  '"<a>"@x.test',
  '"a;b:c"@x.test',
])('%s is written as an email address, but no mail goes there, so it is none', (address) => {
  expect(isWrittenAsEmail(address)).toBe(true);
  expect(isEmailAddress(address)).toBe(false);
  expect(() => mailTo(address)).toThrow(MailRefusedError);
});

it.each(['ann@x.test', "o'neil+tag@sub.x.test", 'Zoë@x.test', '{a}!#$%&*/=?^_`|~-@x.test'])(
  '%s is an email address, and mail goes there',
  (address) => {
    expect(isEmailAddress(address)).toBe(true);
    expect(() => mailTo(address)).not.toThrow();
  },
);
