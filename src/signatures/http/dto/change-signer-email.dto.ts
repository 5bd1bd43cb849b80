import { EmailAddress } from '../../../common/validation/email.decorator.js';

export class ChangeSignerEmailDto {
  @EmailAddress() email: string;
}
