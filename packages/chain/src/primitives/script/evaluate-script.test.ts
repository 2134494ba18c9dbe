import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleScript, assembleStack } from '../../../test/assemble-script.js';
import { sha256 } from '../../base/crypto/hashes.js';
import { publicKeyOf, signEcdsa } from './ecdsa.js';
import { evaluateScript } from './evaluate-script.js';
import { OPCODES } from './opcodes.js';
import { parseScript } from './parse-script.js';
import { SCRIPT_ERROR_TEXTS } from './script-error.js';
import { SCRIPT_FLAGS } from './script-flags.js';
import { REJECTING_CHECKER } from './signature-checker.js';

/** A script, what it leaves on the stack or its error, and the flags it runs under. */
type Case = readonly [script: string, result: string, flags?: string];

const SECRET = sha256(Buffer.from('evaluate-script.test'));
const MESSAGE = Buffer.from('any message');
const VOCABULARY = {
  KEY: publicKeyOf(SECRET),
  MESSAGE,
  SIGNATURE: signEcdsa(sha256(MESSAGE), SECRET),
  /** Strictly DER with a hash type, and of nothing. */
  STRANGE: Uint8Array.from(Buffer.from('300602010102010101', 'hex')),
};

const CASES: readonly Case[] = [
  // Pushes
  ['0', '0'],
  ['0x4c02aaaa 0x4d0200aaaa 0x4e02000000aaaa', '<aaaa> <aaaa> <aaaa>'],
  ['1NEGATE 1 2 3 4 5 6 7 8', '-1 1 2 3 4 5 6 7 8'],
  ['9 10 11 12 13 14 15 16', '9 10 11 12 13 14 15 16'],
  ['ZEROS(520)', 'ZEROS(520)'],
  ['ZEROS(521)', 'PUSH_SIZE'],
  ['0 IF ZEROS(521) ENDIF', 'PUSH_SIZE'],
  ['0x02aa', 'BAD_OPCODE'],
  ['0x4c', 'BAD_OPCODE'],
  ['0x4d01', 'BAD_OPCODE'],
  ['0x4e000000', 'BAD_OPCODE'],

  // No-ops, and what no script may do
  ['NOP NOP1 NOP4 NOP5 NOP6 NOP7 NOP8 NOP9 NOP10', ''],
  ['CHECKLOCKTIMEVERIFY CHECKSEQUENCEVERIFY', ''],
  ['RESERVED', 'BAD_OPCODE'],
  ['VER', 'BAD_OPCODE'],
  ['RESERVED1', 'BAD_OPCODE'],
  ['RESERVED2', 'BAD_OPCODE'],
  ['0xff', 'BAD_OPCODE'],
  ['0 IF RESERVED VER RESERVED1 RESERVED2 0xff ENDIF', ''],
  ['0 IF VERIF ENDIF', 'BAD_OPCODE'],
  ['0 IF VERNOTIF ENDIF', 'BAD_OPCODE'],
  ...['INVERT', '2MUL', '2DIV', 'MUL', 'LSHIFT', 'RSHIFT'].flatMap((name): Case[] => [
    [`1 1 ${name}`, 'DISABLED_OPCODE'],
    [`0 IF ${name} ENDIF`, 'DISABLED_OPCODE'],
  ]),

  // Branches
  ['1 IF <aaaa> ELSE <bbbb> ENDIF', '<aaaa>'],
  ['0 NOTIF <aaaa> ELSE <bbbb> ENDIF', '<aaaa>'],
  ['<0080> NOTIF <aaaa> ENDIF', '<aaaa>'],
  ['1 IF <aaaa> ELSE <bbbb> ELSE <cccc> ENDIF', '<aaaa> <cccc>'],
  ['0 IF 1 IF <aaaa> ELSE <bbbb> ENDIF ELSE <cccc> ENDIF', '<cccc>'],
  ['NOTIF ENDIF', 'UNBALANCED_CONDITIONAL'],
  ['1 IF', 'UNBALANCED_CONDITIONAL'],
  ['ELSE', 'UNBALANCED_CONDITIONAL'],
  ['ENDIF', 'UNBALANCED_CONDITIONAL'],
  ['<aaaa> VERIFY', ''],
  ['0 VERIFY', 'VERIFY'],
  ['RETURN', 'OP_RETURN'],
  ['0 IF RETURN ENDIF', ''],

  // The stack
  ['<aaaa> TOALTSTACK <bbbb> FROMALTSTACK', '<bbbb> <aaaa>'],
  ['FROMALTSTACK', 'INVALID_ALTSTACK_OPERATION'],
  ['<aaaa> <bbbb> <cccc> <dddd> DROP 2DROP', '<aaaa>'],
  ['<aaaa> <bbbb> DUP', '<aaaa> <bbbb> <bbbb>'],
  ['<aaaa> <bbbb> <cccc> 2DUP', '<aaaa> <bbbb> <cccc> <bbbb> <cccc>'],
  ['<aaaa> <bbbb> <cccc> 3DUP', '<aaaa> <bbbb> <cccc> <aaaa> <bbbb> <cccc>'],
  ['<aaaa> <bbbb> OVER', '<aaaa> <bbbb> <aaaa>'],
  ['<aaaa> <bbbb> <cccc> <dddd> 2OVER', '<aaaa> <bbbb> <cccc> <dddd> <aaaa> <bbbb>'],
  ['<aaaa> <bbbb> <cccc> ROT', '<bbbb> <cccc> <aaaa>'],
  ['<aaaa> <bbbb> <cccc> <dddd> <eeee> <ffff> 2ROT', '<cccc> <dddd> <eeee> <ffff> <aaaa> <bbbb>'],
  ['<aaaa> <bbbb> SWAP', '<bbbb> <aaaa>'],
  ['<aaaa> <bbbb> <cccc> <dddd> 2SWAP', '<cccc> <dddd> <aaaa> <bbbb>'],
  ['<aaaa> <bbbb> NIP', '<bbbb>'],
  ['<aaaa> <bbbb> TUCK', '<bbbb> <aaaa> <bbbb>'],
  ['<0080> IFDUP <aaaa> IFDUP', '<0080> <aaaa> <aaaa>'],
  ['DEPTH <aaaa> DEPTH', '0 <aaaa> 2'],
  ['ZEROS(300) SIZE', 'ZEROS(300) 300'],
  ['<aaaa> <bbbb> <cccc> 0 PICK', '<aaaa> <bbbb> <cccc> <cccc>'],
  ['<aaaa> <bbbb> <cccc> 2 PICK', '<aaaa> <bbbb> <cccc> <aaaa>'],
  ['<aaaa> <bbbb> <cccc> 2 ROLL', '<bbbb> <cccc> <aaaa>'],
  ['<aaaa> 1 PICK', 'INVALID_STACK_OPERATION'],
  ['<aaaa> -1 ROLL', 'INVALID_STACK_OPERATION'],
  ['<aaaa> <0000000001> PICK', 'UNKNOWN_ERROR'],

  // Numbers
  ['2147483647 1ADD', '2147483648'],
  ['2147483647 1ADD 1SUB', 'UNKNOWN_ERROR'],
  ['-2147483647 1SUB', '-2147483648'],
  ['5 NEGATE 0 NEGATE', '-5 0'],
  ['-5 ABS 5 ABS', '5 5'],
  ['0 NOT 7 NOT', '1 0'],
  ['0 0NOTEQUAL 7 0NOTEQUAL', '0 1'],
  ['2147483647 2147483647 ADD', '4294967294'],
  ['3 5 SUB', '-2'],
  ['-7 2 DIV 7 -2 DIV 6 3 DIV', '-3 -3 2'],
  ['-7 2 MOD 7 -2 MOD 6 3 MOD', '-1 1 0'],
  ['1 0 DIV', 'DIV_BY_ZERO'],
  ['1 0 MOD', 'MOD_BY_ZERO'],
  ['1 2 BOOLAND 1 0 BOOLAND', '1 0'],
  ['0 2 BOOLOR 0 0 BOOLOR', '1 0'],
  ['2 0x020200 NUMEQUAL 2 3 NUMEQUAL', '1 0'],
  ['2 2 NUMEQUALVERIFY', ''],
  ['2 3 NUMEQUALVERIFY', 'NUMEQUALVERIFY'],
  ['2 3 NUMNOTEQUAL 2 2 NUMNOTEQUAL', '1 0'],
  ['-1 0 LESSTHAN 0 0 LESSTHAN', '1 0'],
  ['1 0 GREATERTHAN 0 0 GREATERTHAN', '1 0'],
  ['0 0 LESSTHANOREQUAL 1 0 LESSTHANOREQUAL', '1 0'],
  ['0 0 GREATERTHANOREQUAL -1 0 GREATERTHANOREQUAL', '1 0'],
  ['-3 2 MIN -3 2 MAX', '-3 2'],
  ['2 2 4 WITHIN 4 2 4 WITHIN 1 2 4 WITHIN', '1 0 0'],

  // Bytes
  ['<aaaa> <aaaa> EQUAL <aaaa> <bbbb> EQUAL 0 <00> EQUAL', '1 0 0'],
  ['<aaaa> <aaaa> EQUALVERIFY', ''],
  ['<aaaa> <bbbb> EQUALVERIFY', 'EQUALVERIFY'],
  ['<aaaa> <bbbb> CAT 0 CAT', '<aaaabbbb>'],
  ['ZEROS(260) DUP CAT', 'ZEROS(520)'],
  ['ZEROS(261) ZEROS(260) CAT', 'PUSH_SIZE'],
  ['<aabbcc> 1 SPLIT', '<aa> <bbcc>'],
  ['<aaaa> 0 SPLIT 2 SPLIT', '0 <aaaa> 0'],
  ['<aaaa> 3 SPLIT', 'INVALID_SPLIT_RANGE'],
  ['<aaaa> -1 SPLIT', 'INVALID_SPLIT_RANGE'],
  ['<aaaa> <0000000001> SPLIT', 'UNKNOWN_ERROR'],
  ['-2 4 NUM2BIN 0 3 NUM2BIN', '<02000080> <000000>'],
  ['<0200000080> 2 NUM2BIN <0000> 0 NUM2BIN', '<0280> 0'],
  ['300 1 NUM2BIN', 'IMPOSSIBLE_ENCODING'],
  ['1 521 NUM2BIN', 'PUSH_SIZE'],
  ['1 -1 NUM2BIN', 'PUSH_SIZE'],
  ['1 <0000000001> NUM2BIN', 'UNKNOWN_ERROR'],
  ['<0100000080> BIN2NUM <000080> BIN2NUM <ff0000> BIN2NUM', '-1 0 255'],
  ['<0000000001> BIN2NUM', 'INVALID_NUMBER_RANGE'],
  ['<0ff0> <ff00> AND <0ff0> <ff00> OR <0ff0> <ff00> XOR', '<0f00> <fff0> <f0f0>'],
  ['<aaaa> <aa> AND', 'INVALID_OPERAND_SIZE'],
  ['<aaaa> <aa> OR', 'INVALID_OPERAND_SIZE'],
  ['<aaaa> <aa> XOR', 'INVALID_OPERAND_SIZE'],

  // Values on the stack are shared: writing to one would show in its twin
  ['<0ff0> DUP <ff00> XOR', '<0ff0> <f0f0>'],
  ['<0200000080> DUP BIN2NUM', '<0200000080> -2'],
  ['<0281> DUP 4 NUM2BIN', '<0281> <02010080>'],
  ['<aaaa> 0 CAT <bbbb> CAT DUP 6 NUM2BIN', '<aaaabbbb> <aaaabb3b0080>'],

  // Hashes
  ['0 RIPEMD160', '<9c1185a5c5e9fc54612808977ee8f548b2258d31>'],
  ['<aaaa> SHA1', '<2e2c6cf988e4bd383ce508e2f4df1bbe51a92037>'],
  ['<aaaa> SHA256', '<4f377ce906c6f4713d968ff2d8b7b9b5ffd0833751c8030e8f6368fd322a4de9>'],
  ['<aaaa> HASH160', '<906992aee55501952d4db5ee5fdda746aa5d6a92>'],
  ['<aaaa> HASH256', '<ddcbdb5b23e09d72eb4e067ede917d6335d7a460056667c07f5a027e4d8708c9>'],

  // Signatures, with a checker that rejects them all
  ['CODESEPARATOR', ''],
  ['0 KEY CHECKSIG', '0'],
  ['0 KEY CHECKSIGVERIFY', 'CHECKSIGVERIFY'],
  ['SIGNATURE MESSAGE KEY CHECKDATASIG', '1'],
  ['SIGNATURE <aaaa> KEY CHECKDATASIG 0 MESSAGE KEY CHECKDATASIG', '0 0'],
  ['SIGNATURE MESSAGE KEY CHECKDATASIGVERIFY', ''],
  ['SIGNATURE <aaaa> KEY CHECKDATASIGVERIFY', 'CHECKDATASIGVERIFY'],
  ['<aaaa> 0 0 CHECKMULTISIG <aaaa> 0 0 CHECKMULTISIGVERIFY', '1'],
  ['<bbbb> <aaaa> 0 1 KEY 1 CHECKMULTISIG', '<bbbb> 0'],
  ['<aaaa> 0 1 KEY 1 CHECKMULTISIGVERIFY', 'CHECKMULTISIGVERIFY'],
  ['<aaaa> 0 0 CHECKMULTISIG CHECKMULTISIG', 'INVALID_STACK_OPERATION'],
  ['0 0 CHECKMULTISIG', 'INVALID_STACK_OPERATION'],
  ['KEY 1 CHECKMULTISIG', 'INVALID_STACK_OPERATION'],
  ['1 KEY 1 CHECKMULTISIG', 'INVALID_STACK_OPERATION'],
  ['CHECKMULTISIG', 'INVALID_STACK_OPERATION'],
  ['0 -1 CHECKMULTISIG', 'PUBKEY_COUNT'],
  ['0 21 CHECKMULTISIG', 'PUBKEY_COUNT'],
  ['0 0 2 KEY 1 CHECKMULTISIG', 'SIG_COUNT'],
  ['0 0 -1 KEY 1 CHECKMULTISIG', 'SIG_COUNT'],
  ['<0000000001> CHECKMULTISIG', 'UNKNOWN_ERROR'],
  ['0 <0000000001> 0 CHECKMULTISIG', 'UNKNOWN_ERROR'],

  // Limits
  ['NOP*201', ''],
  ['NOP*202', 'OP_COUNT'],
  ['0 IF NOP*200 ENDIF', 'OP_COUNT'],
  ['NOP*200 0 0 KEY 1 CHECKMULTISIG', 'OP_COUNT'],
  ['NOP*199 0 0 KEY 1 CHECKMULTISIG', '1'],
  ['1*1000', '1*1000'],
  ['1*1001', 'STACK_SIZE'],
  ['1*999 TOALTSTACK 1 DROP', '1*998'],
  ['1*1000 TOALTSTACK 1', 'STACK_SIZE'],
  ['ZEROS(496)*20 1NEGATE*20', 'ZEROS(496)*20 -1*20'],
  ['ZEROS(496)*20 1NEGATE*21', 'SCRIPT_SIZE'],

  // Flags
  ['0x0181', 'MINIMALDATA', 'MINIMALDATA'],
  ['0x0105', 'MINIMALDATA', 'MINIMALDATA'],
  ['0x4c00', 'MINIMALDATA', 'MINIMALDATA'],
  ['0x4c01aa', 'MINIMALDATA', 'MINIMALDATA'],
  ['0x4d6400 NOP*100', 'MINIMALDATA', 'MINIMALDATA'],
  ['0x4e00010000 NOP*256', 'MINIMALDATA', 'MINIMALDATA'],
  ['0 IF 0x0105 ENDIF', '', 'MINIMALDATA'],
  ['ZEROS(75) ZEROS(255) 2DROP ZEROS(256) DROP', '', 'MINIMALDATA'],
  ['0x020500 1ADD', '6'],
  ['0x020500 1ADD', 'UNKNOWN_ERROR', 'MINIMALDATA'],
  ['<aaaa> 0x0100 PICK', 'UNKNOWN_ERROR', 'MINIMALDATA'],
  ['NOP1', 'DISCOURAGE_UPGRADABLE_NOPS', 'DISCOURAGE_UPGRADABLE_NOPS'],
  ['NOP10', 'DISCOURAGE_UPGRADABLE_NOPS', 'DISCOURAGE_UPGRADABLE_NOPS'],
  ['NOP 0 IF NOP1 ENDIF', '', 'DISCOURAGE_UPGRADABLE_NOPS'],
  ['CHECKLOCKTIMEVERIFY', 'INVALID_STACK_OPERATION', 'CHECKLOCKTIMEVERIFY'],
  ['-1 CHECKLOCKTIMEVERIFY', 'NEGATIVE_LOCKTIME', 'CHECKLOCKTIMEVERIFY'],
  ['1 CHECKLOCKTIMEVERIFY', 'UNSATISFIED_LOCKTIME', 'CHECKLOCKTIMEVERIFY'],
  ['<0000000001> CHECKLOCKTIMEVERIFY', 'UNSATISFIED_LOCKTIME', 'CHECKLOCKTIMEVERIFY'],
  ['<000000000001> CHECKLOCKTIMEVERIFY', 'UNKNOWN_ERROR', 'CHECKLOCKTIMEVERIFY'],
  ['CHECKSEQUENCEVERIFY', 'INVALID_STACK_OPERATION', 'CHECKSEQUENCEVERIFY'],
  ['-1 CHECKSEQUENCEVERIFY', 'NEGATIVE_LOCKTIME', 'CHECKSEQUENCEVERIFY'],
  ['1 CHECKSEQUENCEVERIFY', 'UNSATISFIED_LOCKTIME', 'CHECKSEQUENCEVERIFY'],
  ['2147483648 CHECKSEQUENCEVERIFY', '2147483648', 'CHECKSEQUENCEVERIFY'],
  ['0 IF CODESEPARATOR ENDIF', 'OP_CODESEPARATOR', 'CONST_SCRIPTCODE'],
  ['<aaaa> KEY CHECKSIG', 'SIG_FINDANDDELETE', 'CONST_SCRIPTCODE'],
  ['0 <aaaa> 1 KEY 1 CHECKMULTISIG', 'SIG_FINDANDDELETE', 'CONST_SCRIPTCODE'],
  ['<aaaa> KEY CHECKSIG', 'SIG_DER', 'DERSIG'],
  ['<aaaa> KEY CHECKSIG', 'SIG_DER', 'LOW_S'],
  ['<aaaa> KEY CHECKSIG', 'SIG_DER', 'STRICTENC'],
  ['<30060201010201010a> KEY CHECKSIG', 'SIG_HASHTYPE', 'STRICTENC'],
  ['STRANGE <aaaa> CHECKSIG', 'PUBKEYTYPE', 'STRICTENC'],
  ['STRANGE KEY CHECKSIG', 'SIG_NULLFAIL', 'NULLFAIL'],
  ['0 KEY CHECKSIG', '0', 'NULLFAIL STRICTENC LOW_S'],
  ['<aaaa> MESSAGE KEY CHECKDATASIG', 'SIG_DER', 'DERSIG'],
  ['SIGNATURE <aaaa> KEY CHECKDATASIG', 'SIG_NULLFAIL', 'NULLFAIL'],
  ['<aaaa> 0 0 CHECKMULTISIG', 'SIG_NULLDUMMY', 'NULLDUMMY'],
  ['0 STRANGE 1 KEY 1 CHECKMULTISIG', 'SIG_NULLFAIL', 'NULLFAIL'],
  ['0 0 1 KEY 1 CHECKMULTISIG', '0', 'NULLFAIL NULLDUMMY'],
  // The topmost key is looked at first, and none that is not needed
  ['0 STRANGE 1 <aaaa> KEY 2 CHECKMULTISIG', 'PUBKEYTYPE', 'STRICTENC'],
  ['0 STRANGE 0 2 <aaaa> KEY 2 CHECKMULTISIG', '0', 'STRICTENC'],
];

/** Errors that only a pair of scripts can give; `verify-script.test.ts` has them. */
const ERRORS_OF_PAIRS = ['CLEANSTACK', 'EVAL_FALSE', 'SIG_HIGH_S', 'SIG_PUSHONLY'];

const ERRORS: ReadonlySet<string> = new Set(Object.keys(SCRIPT_ERROR_TEXTS));

function run(text: string, flags = ''): string[] | string {
  const stack: Uint8Array[] = [];
  const script = assembleScript(text, VOCABULARY);
  const set = new Set(SCRIPT_FLAGS.filter((flag) => flags.split(' ').includes(flag)));
  const error = evaluateScript({ script, stack, flags: set, checker: REJECTING_CHECKER });
  return error ?? stack.map((value) => Buffer.from(value).toString('hex'));
}

function lacksValues(name: string, given: number): boolean {
  return run(`0*${given} ${name}`) === 'INVALID_STACK_OPERATION';
}

describe('evaluateScript', () => {
  it.each(CASES.map(([script, result, flags]) => ({ script, result, flags })))(
    'evaluates $script to $result ($flags)',
    ({ script, result, flags }) => {
      expect(run(script, flags)).toEqual(ERRORS.has(result) ? result : assembleStack(result, VOCABULARY));
    },
  );

  it('has a test case for every opcode and error', () => {
    const parsed = CASES.flatMap(([script]) => parseScript(assembleScript(script, VOCABULARY)).operations);
    const opcodes = new Set(parsed.map(({ opcode }) => opcode));
    expect(Object.entries(OPCODES).filter(([, opcode]) => !opcodes.has(opcode))).toEqual([]);
    const results = new Set(CASES.map(([, result]) => result));
    expect([...ERRORS].filter((error) => !results.has(error)).toSorted()).toEqual(ERRORS_OF_PAIRS);
  });

  it.each([
    [1, 'TOALTSTACK DROP DUP IFDUP SIZE VERIFY 1ADD 1SUB NEGATE ABS NOT 0NOTEQUAL BIN2NUM'],
    [1, 'RIPEMD160 SHA1 SHA256 HASH160 HASH256'],
    [2, '2DROP 2DUP OVER SWAP NIP TUCK PICK ROLL EQUAL EQUALVERIFY CAT SPLIT NUM2BIN AND OR XOR'],
    [2, 'ADD SUB DIV MOD BOOLAND BOOLOR NUMEQUAL NUMEQUALVERIFY NUMNOTEQUAL LESSTHAN GREATERTHAN'],
    [2, 'LESSTHANOREQUAL GREATERTHANOREQUAL MIN MAX CHECKSIG CHECKSIGVERIFY'],
    [3, '3DUP ROT WITHIN CHECKDATASIG CHECKDATASIGVERIFY'],
    [4, '2OVER 2SWAP'],
    [6, '2ROT'],
  ])('requires %i values on the stack for %s', (count, names) => {
    expect(names.split(' ').filter((name) => !lacksValues(name, count - 1))).toEqual([]);
    expect(names.split(' ').filter((name) => lacksValues(name, count))).toEqual([]);
  });

  it('never throws and does not modify its script', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.subarray([...SCRIPT_FLAGS]), (script, flags) => {
        const before = Uint8Array.from(script);
        const error = evaluateScript({
          script,
          stack: [],
          flags: new Set(flags),
          checker: REJECTING_CHECKER,
        });
        expect(error === undefined || ERRORS.has(error)).toBe(true);
        expect(script).toEqual(before);
      }),
      { numRuns: 2_000 },
    );
  });
});
