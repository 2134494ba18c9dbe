"""Reads a gateway over gRPC, as docs/how-to/connect-a-python-program.md says."""

import sys

import grpc
from dapi import contract_pb2, core_pb2, core_pb2_grpc, document_pb2, identity_pb2, platform_pb2_grpc, status_pb2

DIGITS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
DPNS = "GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec"


def identifier(text):
    """Returns the 32 bytes of an identifier in base58."""
    number = 0
    for digit in text:
        number = number * 58 + DIGITS.index(digit)
    return number.to_bytes(32, "big")


def main(address, identity, contract=DPNS, document_type="domain"):
    channel = grpc.insecure_channel(address)
    platform = platform_pb2_grpc.PlatformStub(channel)

    request = status_pb2.GetStatusRequest(v0={})
    print("height", platform.getStatus(request).v0.chain.latest_block_height)

    request = identity_pb2.GetIdentityBalanceRequest(v0={"id": identifier(identity)})
    print("balance", platform.getIdentityBalance(request).v0.balance)

    request = contract_pb2.GetDataContractRequest(v0={"id": identifier(contract)})
    print("contract of", len(platform.getDataContract(request).v0.data_contract), "bytes")

    request = document_pb2.GetDocumentsRequest(
        v0={"data_contract_id": identifier(contract), "document_type": document_type, "limit": 10}
    )
    print("documents", len(platform.getDocuments(request).v0.documents.documents))

    core = core_pb2_grpc.CoreStub(channel)
    request = core_pb2.BlockHeadersWithChainLocksRequest(from_block_height=1, count=2)
    for response in core.subscribeToBlockHeadersWithChainLocks(request):
        for header in response.block_headers.headers:
            print("header", header[:4].hex())


main(*sys.argv[1:])
