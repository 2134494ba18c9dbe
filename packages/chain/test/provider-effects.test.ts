import { beforeEach, describe, expect, it } from 'vitest';
import { legacyFromBasic } from '../src/base/crypto/legacy-bls.js';
import { founder, registerExternally, updateRegistrar, updateService } from './forge-provider.js';
import { EXTERNAL, holder, newKeys, ProviderStage, single } from './provider-stage.js';

let stage: ProviderStage;

beforeEach(() => {
  stage = new ProviderStage();
});

const masternodes = () => stage.workshop.tip.connected!.masternodes;

const versionAndKey = (proTxHash: string) => {
  const { version, pubKeyOperator, banHeight } = masternodes().get(proTxHash)!;
  return { version, pubKeyOperator, isBanned: banHeight !== undefined };
};

describe('an update of version 1 by the owner', () => {
  /** The same bytes are another key in the legacy scheme. */
  it('replaces the operator where the key is written as before', () => {
    const founders = [0, 1, 2, 3].map((place) => founder(stage.workshop, place));
    const { keys, proTxHash } = founders.find(({ keys: { operator } }) => /^[89]/.test(operator.publicKey))!;
    const pubKeyOperator = keys.operator.publicKey;
    stage.workshop.admit(updateRegistrar(stage.workshop, { keys, proTxHash }, { version: 1 }));
    stage.workshop.mine();
    expect(versionAndKey(proTxHash)).toEqual({ version: 1, pubKeyOperator, isBanned: true });
  });

  it('leaves the operator where the key is the same in the legacy scheme', () => {
    const { keys, proTxHash } = founder(stage.workshop, 0);
    const pubKeyOperator = legacyFromBasic(keys.operator.publicKey);
    stage.workshop.admit(
      updateRegistrar(stage.workshop, { keys, proTxHash }, { version: 1, pubKeyOperator }),
    );
    stage.workshop.mine();
    expect(versionAndKey(proTxHash)).toEqual({
      version: 2,
      pubKeyOperator: keys.operator.publicKey,
      isBanned: false,
    });
  });
});

describe('an accepted masternode registration', () => {
  it('may use an existing collateral whose holder signs', () => {
    const proTxHash = stage.workshop.admit(stage.fromOutside({ collateral: EXTERNAL.good }));
    stage.workshop.mine();
    expect(masternodes().get(proTxHash)?.collateral).toEqual(EXTERNAL.good);
  });

  it('replaces a masternode with the same collateral and its address', () => {
    const first = stage.workshop.admit(stage.fromOutside({ collateral: EXTERNAL.good }));
    stage.workshop.mine();
    const others = newKeys(33);
    const second = stage.workshop.admit(
      registerExternally(
        stage.workshop,
        others,
        { collateral: EXTERNAL.good, addresses: { kind: 'single', service: newKeys().service } },
        holder,
      ),
    );
    stage.workshop.mine();
    expect(masternodes().get(first)).toBeUndefined();
    expect(masternodes().get(second)).toBeDefined();
  });

  it('is banned without an address until its operator sets one', () => {
    const proTxHash = stage.workshop.admit(stage.regular({ addresses: single('0.0.0.0', 0) }));
    stage.workshop.mine();
    const registered = stage.workshop.tip.height;
    expect(masternodes().get(proTxHash)?.banHeight).toBe(registered);
    stage.workshop.admit(updateService(stage.workshop, { keys: newKeys(), proTxHash }));
    stage.workshop.mine();
    expect(masternodes().get(proTxHash)).toMatchObject({
      banHeight: undefined,
      revivedHeight: registered + 1,
    });
  });

  it('pays its operator if registration and service update request it', () => {
    const proTxHash = stage.workshop.admit(stage.regular({ operatorReward: 2_500 }));
    stage.workshop.mine();
    const { keys } = { keys: newKeys() };
    stage.workshop.admit(
      updateService(stage.workshop, { keys, proTxHash }, { scriptOperatorPayout: holder.scriptPubKey }),
    );
    stage.workshop.mine();
    for (let i = 0; masternodes().payee()?.proTxHash !== proTxHash; i += 1) {
      if (i > 20) throw new Error('it is never paid');
      stage.workshop.mine();
    }
    stage.workshop.mine();
    const [, platform, owner, operator] = stage.workshop.tip.block.transactions[0]!.transaction.outputs;
    expect(operator?.scriptPubKey).toEqual(holder.scriptPubKey);
    expect(operator?.value).toBe((operator!.value + owner!.value) / 4n);
    expect(platform?.scriptPubKey).toEqual(Uint8Array.of(0x6a));
  });

  it('is removed when its collateral is spent', () => {
    const { keys, proTxHash } = founder(stage.workshop, 0);
    stage.workshop.admit(
      stage.workshop.pay(keys.collateral, { outputs: [], changeScript: holder.scriptPubKey }),
    );
    stage.workshop.mine();
    expect(masternodes().get(proTxHash)).toBeUndefined();
  });
});
