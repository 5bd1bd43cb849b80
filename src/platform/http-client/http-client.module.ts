import { Module } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { HttpClient } from './http-client.js';

@Module({
  providers: [
    { provide: HttpClient, inject: [Settings], useFactory: (settings: Settings) => new HttpClient(settings) },
  ],
  exports: [HttpClient],
})
export class HttpClientModule {}
