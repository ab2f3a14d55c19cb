import { type DynamicModule, Global, Module } from '@nestjs/common';
import { SETTINGS, type Settings } from './settings.ts';

/** Gives every module the settings, read before the application was made. */
@Global()
@Module({})
export class ConfigModule {
  static of(settings: Settings): DynamicModule {
    return {
      module: ConfigModule,
      providers: [{ provide: SETTINGS, useValue: settings }],
      exports: [SETTINGS],
    };
  }
}
