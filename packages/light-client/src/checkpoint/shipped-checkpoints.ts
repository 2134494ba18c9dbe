import type { NetworkName } from '@dapikit/chain/browser';
import type { Checkpoint } from './checkpoint.js';
import { readCheckpoint } from './checkpoint.js';

const TEXTS: Readonly<Partial<Record<NetworkName, string>>> = {
  mainnet: `{
  "format": 1,
  "network": "mainnet",
  "height": 2450008,
  "hash": "000000000000001fe044266460b114beae06c8d21da6bd2c982d675cac6cb077",
  "time": 1775260800,
  "merkleRootMNList": "3e1b8b5aa398dfb9863b647d0d071d630baf5dce228319e72c4b59a4cf085f8a",
  "merkleRootQuorums": "00fe348422a800403d3b5f6181ba2dfdac3605a6c995ec81a497e5a36199e86d",
  "chainLockQuorums": [
    {
      "height": 2448864,
      "quorumHash": "000000000000001121143d0af3ee075f8706f09bdcd0451c4a9d6d558b599827",
      "quorumPublicKey": "961131c49b8b46d04f7a3f75f651a71237063a0b108e90c1a0b4527b80621ae58afaa209d67b59d9ad70a93602cde5a5"
    },
    {
      "height": 2449152,
      "quorumHash": "000000000000001fea85b0ff791b6e4d5ed2786a58c2fa7df23b769657382138",
      "quorumPublicKey": "a4eb534798f8b9c8821d577a9900a3dcf21645825810627358a08d7acd2b74291b12cf53500027eb9987d4f87b9d58cd"
    },
    {
      "height": 2449440,
      "quorumHash": "00000000000000235b8b5a2b1893a030987367a899a109d0e70ceca041b7ad22",
      "quorumPublicKey": "8028a4db1fde621ab30ac507309f35137b2bc14fd3f28289849bb6b9c02b7cab8f6bf1938e2f6dcb1fcb94957d83cc9a"
    },
    {
      "height": 2449728,
      "quorumHash": "00000000000000220a3fb22af2c18c4892e0d25e927a051d1cfeb00e12f30041",
      "quorumPublicKey": "8dc54e3b7e4f32ad0a47588b811bed25d81f9bcd752826c497ba6c35caed8aa4c689f0fa8596621c80ba449ff21eff1d"
    }
  ]
}`,
  testnet: `{
  "format": 1,
  "network": "testnet",
  "height": 947224,
  "hash": "0000008b4b2a28a80f07974e75e3586e5559dc9ce3b8ef05396667af4c638440",
  "time": 1704825753,
  "merkleRootMNList": "a2babfc4341376cd943d6e441be5008f6b64e4edb4ad4163aba6d0d95474dc79",
  "merkleRootQuorums": "63633e7f9c9fa90d40f5cca7d252a53b1a94d930b64c983e152aecf882619e28",
  "chainLockQuorums": [
    {
      "height": 946656,
      "quorumHash": "000000e00b5e896ead1220c8596688706c21ae51a62963a02d6fe6ed91174ce5",
      "quorumPublicKey": "b4b576cb9e9ef2878199a54de68de4fdc7bbafc2b0abe8667e09f983b13183eed1a6c962d34c6e729e80a5c6bce612cf"
    },
    {
      "height": 946680,
      "quorumHash": "0000009b479e1a2bbae15267de63acdaaada45f385f22365ae8d7abf74f63905",
      "quorumPublicKey": "860f3648a4a27d06e1ded45660e2767d8cde493676a3b028d4cb4bb83c473289c94339128ddeab9bde2de907894a9ae9"
    },
    {
      "height": 946704,
      "quorumHash": "0000003a5f3f945a45ea6a5408ff8279af6e82f4fb89fe721073a55b112150ec",
      "quorumPublicKey": "8ea644e6b3b4c7486e0f15d54f6e328dc253a7772c6109d287f111a767e28c3258bdb78ea877e174ecf0bccb3295479f"
    },
    {
      "height": 946728,
      "quorumHash": "000000b2e6c23e03cd07a3c08a9ad196d92ab72a41c99a5dba04824a3a549867",
      "quorumPublicKey": "a5ae9c3c2de2a3c818ee3e82d67b5a807509a8f292cefec5a07e656106716c00e8bcfa9ae80c333b9618bd5b0d05d80a"
    },
    {
      "height": 946752,
      "quorumHash": "000000b133c8d978c9320bfc04a9d169f7b60da7fa5b2f691a990720dee542f8",
      "quorumPublicKey": "b945268eb7d6d3060c3242c2a1a8d13583ce0562dc4621d9f3a67548b352af16d190d1f1cd81e3dc60131d860c64ebfd"
    },
    {
      "height": 946776,
      "quorumHash": "000000e821860c6a60b8d377df7eaab297914c94a7903b72482a2993242ebccf",
      "quorumPublicKey": "80dd9ecb44d2858fd1891bc8ec831e41dd64ef250ab25b9cd5dcc9f65e8c861245cad02faaeac20aab2637701348b3df"
    },
    {
      "height": 946800,
      "quorumHash": "000000a73bddeda12710449402a3ac1507dc5e9e635f0ff95475857d35908390",
      "quorumPublicKey": "9825caf51acafa3993c848607ad5b3e211460b18b560c7eaab5e4c2a8815bbb1a1e2c5e568ec939d5b0cfd31b456e2b4"
    },
    {
      "height": 946824,
      "quorumHash": "000001a198a54eece806cf729fc70fe0cfc951e886d0ae976b544749c1f32da0",
      "quorumPublicKey": "b227d59e56599c4889f0840c9f56fe6e5488b6951a3bffbbb9ed996b0abc6f12cb98849db23d7a9b9ace4f82552706a5"
    },
    {
      "height": 946848,
      "quorumHash": "00000144532f3c9a102fada29d8af3fdb652d3201088718dcb4d82be3dfe3fbe",
      "quorumPublicKey": "91222f2ac4e1a0093f54079b419e5be1ed7022a064643dfdcee0628cea3e7878cc89381dc98f18fa5dc5b6c6aae5278f"
    },
    {
      "height": 946872,
      "quorumHash": "000000c0d82ca6072a07036b673caaec725559cdf0e446544637f02feccd3e63",
      "quorumPublicKey": "91f8af554a1ac023e5e7f5df486df2f2a36977b62d344451d615ed9a012140afcac0f6a3060df1d2616182efe96e68dc"
    },
    {
      "height": 946896,
      "quorumHash": "000000df65202e5addd3c6fdf6207afe8ba04a450a80d55bc51b4c1bd0195927",
      "quorumPublicKey": "afb45fe231a710d2f161cc2051498f1d6761e59c78e77ba15c37a2b7972d75733631e639e23e68c187bc736ea3a6bc0b"
    },
    {
      "height": 946920,
      "quorumHash": "000000bca3d2f6e08d1befa07c2c8bf3ed6560daf132a63b8b5b0853eb5eac1f",
      "quorumPublicKey": "8755db0c731b1eb4eb99e27094f512b38a001ac0b5814b252dcf13c501efd0e9491129d53e3e544e6896d29a2e5570cf"
    },
    {
      "height": 946944,
      "quorumHash": "00000079419ba8357317a176d9aee4350803e4abb619825758b19c614e909b36",
      "quorumPublicKey": "8e1dc80fa8c02cd175a43c14beaad5c6ef08fd9cfc3e36590418ee18fa37de39754a0ef1f4963856b1496a1a5da77e47"
    },
    {
      "height": 946968,
      "quorumHash": "00000100fe5c2bee8cd7582c84205570c702db7f1d55277cee1cc868feae2d4d",
      "quorumPublicKey": "80e8994a8b1e7f1cd291338d17734f44a5ddea977137150efe8e8913bca3a9c24933a034b379009a7974168dc7ac0e6a"
    },
    {
      "height": 946992,
      "quorumHash": "0000002bade8009db3691cfce8ff1c37583b1d8a10faceb700d0ee4fbb6395b3",
      "quorumPublicKey": "b32c1940a211955003479e7a2ce422978e62add422adb965eaaac2d5dbbc59fe2d3dfb4ecec3cbd90dffad798d3b519f"
    },
    {
      "height": 947016,
      "quorumHash": "0000014cdac6138b283d7dba75f46d94b7a14fbea9c0d175d0f88542e420d1a5",
      "quorumPublicKey": "8e9293f0b1ff72e9b9b6ada32e586d49797e430e1f8de349e3d826388cdc7a46e9221ac735af1b78a8a51e7c1da21895"
    },
    {
      "height": 947040,
      "quorumHash": "000000d03da7abd8ae81edd790553c2677d80147d926214f9dddf1d4941c9454",
      "quorumPublicKey": "8c8000bf3744d0319941b2b942a490308e7d6d1aff35d2eab461e1fbfed85e23cfc33067c526b64966a6329ff58e4cb1"
    },
    {
      "height": 947064,
      "quorumHash": "00000035db658aa9a22937ff5da94d57949c7adce9ca92cbb07034b5f4fa8a8d",
      "quorumPublicKey": "8083fa568cb5c73947a3212c37d2792e58eb565bff8c4308a83d9d869de10e2a6e7e7f1858cd013aa05261a185b6b879"
    },
    {
      "height": 947088,
      "quorumHash": "00000095012a1770e14f27a14cdf1db9df3d3d22f4df6cbac134c325eccdb5fb",
      "quorumPublicKey": "8fcf0024434c0c6e8589f61e5d6474f5f03d8d29bcb264b98466dbe32c8f34fb659c96921094bde1906aa4895b2d924d"
    },
    {
      "height": 947112,
      "quorumHash": "000000c2a49cc96b086f54d23defce5e2f9c9f6b80e06e777ef4838920c1142b",
      "quorumPublicKey": "96fcc70c61b30465e6139fdf40c09167a653ff3f6dc7c404fc5068d5f384c431d34bd4d9a37a628c9df7c36763a4815a"
    },
    {
      "height": 947136,
      "quorumHash": "0000000fbf6cc9dac3b57e76521caef61951b5ed1dec3f0e43a67d7c6843d049",
      "quorumPublicKey": "8d3959818970cc0711df39fa763ae0b040d5e3174168041bfbc1feea671ea4b07fcf6fc67efe0dd9455c7e10d7bd9ac1"
    },
    {
      "height": 947160,
      "quorumHash": "0000001067a18171345e25e4d5a5ce2693364ad0a74d26b8188e91fcaef6b393",
      "quorumPublicKey": "9125013f97f622e16a271d23542b7c5046edf4ef16511d8e788c52649e4cdd8d4bdbdded1fe2ab290ae5d6138cb0c37d"
    },
    {
      "height": 947184,
      "quorumHash": "00000035296c517c5f3106d5142616363e33180790438c6829b05fc0e95b930b",
      "quorumPublicKey": "ae67befa4317f6db277ee5ac21d224b635f4400ad253cc857ed53cbc5072a9b031a9cff350b9ea40d4bbecb63f279224"
    },
    {
      "height": 947208,
      "quorumHash": "0000008566b3d53296c8cfc1cf7d89ee02f3420a530ca73a4fe3dcda0801ce44",
      "quorumPublicKey": "8545b838013964818d23d6e9075a399fabe43bc4c9f3baa4d03009621f48f680e8074a7c2718ae080040403a09b15f03"
    }
  ]
}`,
};

/** Returns the shipped checkpoint of a network; `undefined` where there is none. */
export function shippedCheckpoint(network: NetworkName): Checkpoint | undefined {
  const text = TEXTS[network];
  return text === undefined ? undefined : readCheckpoint(text);
}
