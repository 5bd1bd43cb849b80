import { Module } from '@nestjs/common';
import { SecretBox } from './secret-box.service.js';

@Module({ providers: [SecretBox], exports: [SecretBox] })
export class CryptoModule {}
