import { isEmailAddress, isWrittenAsEmail } from '../../common/validation/email.decorator.js';
import { MailRefusedError } from './mail-transport.port.js';
import { toMime } from './mime.js';

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
])('does not take %s for an email address, as mail cannot be sent to it', (address) => {
  expect(isWrittenAsEmail(address)).toBe(true);
  expect(isEmailAddress(address)).toBe(false);
  expect(() => mailTo(address)).toThrow(MailRefusedError);
});

it.each(['ann@x.test', "o'neil+tag@sub.x.test", 'Zoë@x.test', '{a}!#$%&*/=?^_`|~-@x.test'])(
  'takes %s for an email address, and sends mail to it',
  (address) => {
    expect(isEmailAddress(address)).toBe(true);
    expect(() => mailTo(address)).not.toThrow();
  },
);
